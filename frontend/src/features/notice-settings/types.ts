import * as v from 'valibot'

/** What somebody has chosen about one kind of message (docs/product.md, section 9.2): `app` is the notice. */
const noticeSettingSchema = v.object({
  kind: v.string(),
  title: v.string(),
  app: v.boolean(),
  mail: v.boolean(),
  required: v.boolean(),
})

export type NoticeSetting = v.InferOutput<typeof noticeSettingSchema>

/** The two ways in which a message is told. */
export type Channel = 'app' | 'mail'

export const noticeSettingsSchema = v.object({ kinds: v.array(noticeSettingSchema) })

export type NoticeSettings = v.InferOutput<typeof noticeSettingsSchema>
