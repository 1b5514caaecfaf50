// Texts of the quote form.
import { count, formatCount } from '../../lib/formats/format'

/** Where the form is shown. Each place has its own texts (docs/product.md, sections 4.10 and 4.11). */
export type FormPlace = 'hero' | 'service'

/** The differences between the places: texts, whether a file is required, and how long demo mode pretends to send (milliseconds). */
export const places = {
  hero: {
    submit: 'Get your free quote',
    thanks: ['Thank you for your submission! We will get back to you shortly.'],
    fileRequired: true,
    demoDelay: 1500,
  },
  service: {
    submit: 'Get Your Free Quote Now!',
    thanks: [
      'Thank You!',
      'Your request has been submitted successfully.',
      "We'll get back to you shortly with a quote.",
    ],
    fileRequired: false,
    demoDelay: 0,
  },
} as const

export const draft = {
  restored: 'We filled in what you entered before. Please attach any files again.',
  startOver: 'Start over',
}

export const fields = {
  email: 'Email',
  country: 'Country code',
  phone: 'Phone',
  subject: 'Subject or course code',
  description: 'Description',
  date: 'Deadline date',
  time: 'Deadline time',
  pages: 'Pages',
  files: 'Files',
  filesHint: 'PDF, Word or text. Up to 10 files, 25 MB each, 60 MB in total.',
  /** "I accept the Terms of Use and the Fair Use Policy" */
  accept: 'I accept',
}

export const deadline = {
  zone: (zone: string) => `Deadline in your time zone, ${zone}.`,
  passed: 'This deadline has already passed.',
}

/** The number of words on a number of pages: "2 pages = 500 words". */
export const length = (pages: number, wordsPerPage: number) =>
  `${count(pages, 'page', 'pages')} = ${formatCount(pages * wordsPerPage)} words`

export const received = { reference: 'Your reference', again: 'Submit Another Request' }

export const failures = {
  send: 'Failed to send your request',
  fileRequired: 'File is required',
  /** Shown if it is unknown whether the request has arrived. */
  uncertain: 'Your request may have arrived: send it again only if you do not hear from us.',
}
