/** Where the form stands; each place has its own words (docs/product.md, sections 4.10 and 4.11). */
export type Place = 'hero' | 'service'

/** What came of a request; in demo mode there is no reference, since nothing was sent. */
export type Received = { reference: string }

/** The words of each place, whether it asks for a file, and how long demo mode pretends to send (milliseconds). */
export const words = {
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

export type Words = (typeof words)[Place]
