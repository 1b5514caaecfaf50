import * as v from 'valibot'

/** A service as visitors read it (docs/product.md, section 3.11): `name` in lists, `title` on its page. */
export const serviceSchema = v.object({
  slug: v.string(),
  name: v.string(),
  inNavigation: v.boolean(),
  title: v.string(),
  subtitle: v.string(),
  description: v.string(),
  features: v.array(v.string()),
})

export type Service = v.InferOutput<typeof serviceSchema>

export const servicesSchema = v.array(serviceSchema)
