/** The address of a payout at the desk, or of a tutor's statement of it. */
export const payoutAddress = (payout: string, tutor = '') =>
  ['/admin/dashboard/money', payout, tutor].filter(Boolean).join('/')
