import { afterEach, describe, expect, it, vi } from 'vitest'
import { addressWithoutNames, reportEvent, reportPageView } from './analytics'

const assignment = { path: '/assignments/:id', title: 'Assignment' }

describe('reports', () => {
  afterEach(() => {
    delete window.gtag
  })

  it("are sent to the tag with the page's route", () => {
    window.gtag = vi.fn()
    reportPageView(assignment)
    reportEvent('LCP', { value: 1 })
    const page = {
      page_location: `${window.location.origin}/assignments/:id`,
      page_path: '/assignments/:id',
      page_title: 'Assignment',
    }
    expect(vi.mocked(window.gtag).mock.calls).toEqual([
      ['set', page],
      ['event', 'page_view', page],
      ['event', 'LCP', { value: 1 }],
    ])
  })

  it('are dropped if there is no tag', () => {
    expect(() => reportPageView(assignment)).not.toThrow()
  })

  it.each([
    ['globalPrivacyControl', true],
    ['doNotTrack', '1'],
  ])('go nowhere if %s is %s', (name, value) => {
    window.gtag = vi.fn()
    Object.defineProperty(navigator, name, { value, configurable: true })
    reportPageView(assignment)
    reportEvent('LCP', { value: 1 })
    Object.defineProperty(navigator, name, { value: undefined, configurable: true })
    expect(window.gtag).not.toHaveBeenCalled()
    reportEvent('LCP', { value: 1 })
    expect(window.gtag).toHaveBeenCalledOnce()
  })
})

describe('addresses in reports', () => {
  it.each([
    ['/api/assignments/a1b2c3d4e5f6g7h', '/api/assignments/:id'],
    ['/api/assignments/abcdefghijklmno/file?reader=x&sign=y', '/api/assignments/:id/file'],
    ['/api/quotes/a1b2c3d4e5f6g7h/files/my_cv_x1.pdf', '/api/quotes/:id/files/:id'],
    ['/api/services/john-smith', '/api/services/:id'],
    ['/api/assignments/all?search=robin%40example.com', '/api/assignments/all'],
    ['/api/users/change-password', '/api/users/change-password'],
    ['/api/users/export.csv', '/api/users/export.csv'],
    ['/assets/index-1a2b.js?x=1', '/assets/index-1a2b.js'],
    ['/robin', '/'],
    ['https://cdn.example/people/robin.png?x=1', 'https://cdn.example'],
    ['blob:https://desk.example/1', undefined],
    ['data:image/png;base64,AAAA', undefined],
    ['http://', undefined],
  ])('%s is reported as %s', (address, reported) => {
    expect(addressWithoutNames(address)).toBe(reported)
  })
})
