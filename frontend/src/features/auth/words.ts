// Texts of logging in, signing up and registering as an admin.

export const fields = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  passwordHint: 'At least 6 characters.',
}

export const logIn = {
  title: 'Log in',
  intro: 'Welcome back. Your assignments are on your dashboard.',
  submit: 'Log In',
  done: 'Login successful',
  failed: 'Login failed',
  unknownFailure: 'An error occurred during login',
  invalid: 'Invalid credentials',
  noAccount: 'No account yet?',
  signUp: 'Sign up',
}

export const signUp = {
  title: 'Sign up',
  intro: 'Create a student account to upload assignments and see your grades and feedback.',
  /** "By signing up, you accept the Terms of Use and the Fair Use Policy. Our Privacy Policy explains ..." */
  accept: 'By signing up, you accept',
  our: 'Our',
  privacyPolicy: 'Privacy Policy',
  privacy: 'explains what we store about you.',
  submit: 'Sign Up',
  done: 'Signup successful',
  failed: 'Signup failed',
  unknownFailure: 'An error occurred during signup',
  haveAccount: 'Already have an account?',
  logIn: 'Log in',
}

export const adminSignUp = {
  title: 'Admin Registration',
  intro: 'For the team that runs this site. You need an admin key.',
  key: 'Admin Key',
  keyHint: 'The secret key you received from the operator of this site.',
  submit: 'Register as Admin',
  submitting: 'Registering...',
  done: { title: 'Registration successful', description: 'Welcome to the admin dashboard!' },
  failed: 'Registration failed',
  haveAccount: 'Already registered?',
  logIn: 'Log in',
}

export const rules = {
  logInRequired: 'Email and password are required',
  passwordsDiffer: 'Passwords do not match',
  passwordRequired: 'Password is required',
  keyRequired: 'Admin key is required',
}
