// Texts around the policies. The policies themselves are in the files beside this one.

export const titles = {
  terms: {
    title: 'Terms of Use',
    lead: 'What you and we can rely on when you request a quote, create an account or place an order.',
  },
  privacy: {
    title: 'Privacy Policy',
    lead: 'What we keep about you, why we keep it, who sees it, and when we delete it.',
  },
  refunds: {
    title: 'Revision and Refund Policy',
    lead: 'How to request a revision or a refund, and the time limits that apply.',
  },
  fairUse: {
    title: 'Fair Use Policy',
    lead: 'What our help is for, what it is not for, and whose rules come first.',
  },
}

export const page = {
  loading: (title: string) => `Loading ${title}`,
  failure: { title: 'This policy could not be loaded', text: 'Please try again.' },
  effective: (day: string) => `Effective ${day}`,
  place: 'New South Wales, Australia',
  /** The printed version. */
  version: (site: string, title: string, version: string) => `${site}, ${title}, version ${version}.`,
}

/** The part of every policy that lists its versions. */
export const versions = {
  id: 'versions',
  title: 'Versions',
  lead: (version: string) =>
    `You are reading version ${version}. An order keeps the version that it began with.`,
  loading: 'Loading the versions',
}
