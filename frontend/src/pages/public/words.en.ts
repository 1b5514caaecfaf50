// Texts of the front page around its sections.

export const banner = 'Your submission was successful!'

export const hero = {
  title: 'Send your brief. Get a price.',
  lead: 'Tell us what you are writing, how long it needs to be and when it is due. We read it and reply with a price. Quotes are free.',
  steps: [
    {
      title: 'Request.',
      text: 'Fill in the form and attach your brief. You get a reference for your request.',
    },
    {
      title: 'Decide.',
      text: 'We reply with a price and how long it is valid. You decide whether to go ahead.',
    },
    {
      title: 'Follow.',
      text: 'With an account, you follow each assignment in one place: its status, due date, grade and feedback.',
    },
  ],
  dashboard: 'Go to your dashboard',
  createAccount: 'Sign up',
  services: 'Browse services',
  form: 'Request a quote',
  loadingForm: 'Loading the form',
}

export const workTypes = {
  label: 'Type of work',
  tabs: [
    {
      name: 'essays',
      label: 'Essays',
      hint: 'The question as it was set, the referencing style, and what you have so far.',
    },
    {
      name: 'papers',
      label: 'Research Papers',
      hint: 'Your research question, the method you plan to use, and the sources you may use.',
    },
    {
      name: 'cases',
      label: 'Case Studies',
      hint: 'The case, the questions about it, and the theory you need to apply.',
    },
  ],
}

export const sections = {
  experts: {
    title: 'Experts',
    intro: 'The people who do the work, and how students rated them.',
    loading: 'Loading experts',
  },
  faq: {
    title: 'FAQ',
    intro: 'What people ask before they request a quote.',
    loading: 'Loading questions',
  },
  about: { title: 'About us', intro: 'What we do, and what we don’t.', loading: 'Loading about us' },
}
