import { describe, expect, it } from 'vitest'
import { readCases } from '../../../testing/rule-cases'
import { serviceTitle, summary } from './service-article'

type HeadCase = Record<'name' | 'title' | 'description' | 'wantTitle' | 'wantDescription', string>

describe('the head of a service', () => {
  it.each(readCases<HeadCase>('service_head.json'))("is the same as the server's: $wantTitle", (given) => {
    expect(serviceTitle(given.name, given.title)).toBe(given.wantTitle)
    expect(summary(given.description)).toBe(given.wantDescription)
  })
})
