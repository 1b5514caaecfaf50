import * as v from 'valibot'
import { userSchema } from '../../lib/session/session'
import type {
  adminSignUpFormSchema,
  adminSignUpSchema,
  logInSchema,
  signUpFormSchema,
  signUpSchema,
} from './rules'

/** The answer to a login or a sign-up (docs/product.md, section 2.3). */
export const openedSessionSchema = v.object({ token: v.string(), user: userSchema })

/** A confirmed address. `workComesLater`: guest work follows once the change to this address can no longer be undone. */
export const confirmedAddressSchema = v.object({ workComesLater: v.boolean() })

/** The answer to undoing a change of address. */
export const undoneChangeSchema = v.object({ message: v.string() })

export type LogIn = v.InferInput<typeof logInSchema>
export type SignUp = v.InferInput<typeof signUpSchema>
export type AdminSignUp = v.InferInput<typeof adminSignUpSchema>
export type SignUpForm = v.InferInput<typeof signUpFormSchema>
export type AdminSignUpForm = v.InferInput<typeof adminSignUpFormSchema>
