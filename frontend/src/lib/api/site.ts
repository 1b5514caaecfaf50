import * as v from 'valibot'
import { send } from './client'

/** The numbers of one version of the policies (docs/product.md, section 6); `effectiveFrom` is RFC 3339. */
export const policySchema = v.object({
  version: v.string(),
  effectiveFrom: v.string(),
  revisionDays: v.number(),
  longRevisionDays: v.number(),
  longRevisionWords: v.number(),
  refundRequestDays: v.number(),
  refundMinBusinessDays: v.number(),
  refundMaxBusinessDays: v.number(),
  disputeHours: v.number(),
  retentionDays: v.number(),
  quoteRetentionDays: v.number(),
  minimumAge: v.number(),
  wordsPerPage: v.number(),
})

/** The public facts of this installation, with the policy in force (docs/product.md, section 6). */
const siteSchema = v.object({
  name: v.string(),
  demoMode: v.boolean(),
  supportEmail: v.string(),
  currency: v.string(),
  analyticsId: v.string(),
  /** The IANA name of the zone whose days count, such as that of a payment. */
  timeZone: v.string(),
  policy: policySchema,
})

export type Site = v.InferOutput<typeof siteSchema>
export type Policy = Site['policy']

/** Requests the public facts of this installation. Throws a Failure. */
export function getSite(signal?: AbortSignal): Promise<Site> {
  return send(siteSchema, '/site', { signal })
}

/** The name of the site, which the operator chooses and the server writes into every page. */
export const siteName =
  document.querySelector('meta[name="application-name"]')?.getAttribute('content') || 'Deskmate'
