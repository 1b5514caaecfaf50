// Texts of the service pages. The descriptions of services come from the server.

export const list = {
  title: 'Services',
  lead: 'Choose the service closest to your work and request a quote. If none fits, choose any of them and describe what you need: we quote from your brief, not from the category.',
  loading: 'Loading services',
  failure: { title: 'The services could not be loaded', text: 'Please try again.' },
  empty: {
    title: 'No services at the moment',
    text: 'We are not offering any services right now. They appear here as soon as we do.',
    action: 'Go to the home page',
  },
}

/** What every service includes (docs/product.md, section 3.11). */
export const support = {
  title: 'Available with every service',
  points: [
    {
      title: 'All-subjects assignment help',
      text: 'Any field, from a first-year course to a doctorate.',
    },
    { title: 'Essay writing', text: 'From the question to an outline, an argument and a draft.' },
    {
      title: 'Research assistance',
      text: 'Finding, reading and organising sources, and choosing a method that fits.',
    },
    {
      title: 'Proofreading and editing',
      text: 'Language, structure and style in what you have written yourself.',
    },
    { title: 'Plagiarism checking', text: 'A similarity report, and help with citing every source.' },
    { title: '24/7 expert support', text: 'Send us a request at any hour, on any day.' },
  ],
}

export const page = {
  allServices: 'Services',
  form: 'Request a quote',
  loading: 'Loading the service',
  /** The heading while the service has not loaded. */
  title: 'Service',
  failure: { title: 'This service could not be loaded', text: 'Please try again.' },
  next: {
    text: 'What happens next: we read your request and get back to you with a price. The ',
    refunds: 'revision and refund policy',
    and: ' and the ',
    fairUse: 'fair use policy',
    end: ' apply to every order.',
  },
}
