import * as v from 'valibot'
import { userSchema } from '../../lib/session/session'
import type {
  adminSignUpFormSchema,
  adminSignUpSchema,
  logInSchema,
  signUpFormSchema,
  signUpSchema,
} from './rules'

/** What login and sign-up answer (docs/product.md, section 2.3). */
export const openedSessionSchema = v.object({ token: v.string(), user: userSchema })

export type LogIn = v.InferInput<typeof logInSchema>
export type SignUp = v.InferInput<typeof signUpSchema>
export type AdminSignUp = v.InferInput<typeof adminSignUpSchema>
export type SignUpForm = v.InferInput<typeof signUpFormSchema>
export type AdminSignUpForm = v.InferInput<typeof adminSignUpFormSchema>
