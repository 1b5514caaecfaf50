import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'

/** Lets the code of the bell that counts arrive. */
let arrive = () => {}

vi.mock('../../features/notices/bell', async () => {
  await new Promise<void>((resolve) => {
    arrive = resolve
  })
  return { Bell: () => <button type="button">Notices, 2 unread</button> }
})

/** Shows the bell while its code is on its way, after another link. */
async function showBell() {
  const { NoticesBell } = await import('./notices-bell')
  render(
    <MemoryRouter>
      <a href="/before">Before</a>
      <NoticesBell />
    </MemoryRouter>,
  )
  return screen.findByRole('link', { name: 'Notices' })
}

const counted = async () => {
  await act(async () => arrive())
  return screen.findByRole('button', { name: 'Notices, 2 unread' })
}

afterEach(() => vi.resetModules())

describe('the bell whose code arrives', () => {
  it('takes the focus from the link that it replaces', async () => {
    const link = await showBell()
    link.focus()
    const bell = await counted()
    expect(link).not.toBeInTheDocument()
    expect(bell).toHaveFocus()
  })

  it('leaves the focus where it is', async () => {
    await showBell()
    const before = screen.getByRole('link', { name: 'Before' })
    before.focus()
    await counted()
    expect(before).toHaveFocus()
  })
})
