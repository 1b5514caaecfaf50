import * as v from 'valibot'

/** A tutor as visitors see one: no id, no address (docs/product.md, section 3.8). `averageRating` is 0 without ratings. */
const expertSchema = v.object({
  name: v.string(),
  specialization: v.string(),
  experience: v.string(),
  averageRating: v.number(),
  ratingCount: v.number(),
  completedAssignments: v.number(),
})

export type Expert = v.InferOutput<typeof expertSchema>

export const expertsSchema = v.array(expertSchema)
