import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Page } from '../../lib/api/client'
import type { Answer } from '../../lib/api/query'
import { useOpened } from './use-opened'

vi.mock('react-router', () => ({
  useNavigate: () => () => Promise.resolve(),
  useLocation: () => ({ pathname: '/list' }),
}))
vi.mock('../../lib/api/query', () => ({ useAnswer: () => ({}) }))

type Row = { _id: string; text: string }

/** An address, and the list beside it with one row. */
const at = (id: string, text: string) => ({
  opened: { id },
  found: { data: { rows: [{ _id: 'row-1', text }], total: 1 } } as unknown as Answer<Page<Row>>,
})

const show = (first: ReturnType<typeof at>) =>
  renderHook(
    (props: ReturnType<typeof at>) =>
      useOpened<Row>({ ...props, one: vi.fn(), addressOf: (id) => `/list?row=${id}`, failure: 'Failed' }),
    { initialProps: first },
  )

it('keeps a closed row closed while its address remains', async () => {
  const { result, rerender } = show(at('row-1', 'first'))
  expect(result.current.row?.text).toBe('first')
  await act(async () => result.current.dialog.onClose())
  rerender(at('row-1', 'changed by somebody else'))
  expect(result.current.row).toBeNull()
})

it('opens another row once the first dialog may close', async () => {
  const { result, rerender } = show(at('row-1', 'first'))
  const other = at('row-2', 'other')
  other.found.data?.rows.push({ _id: 'row-2', text: 'second' })
  rerender(other)
  expect(result.current.row?.text).toBe('first')
  expect(result.current.dialog.left).toBe(true)
  await act(async () => result.current.dialog.onClose())
  expect(result.current.row?.text).toBe('second')
  expect(result.current.dialog.left).toBe(false)
})

it('opens the same row again when its address returns', async () => {
  const { result, rerender } = show(at('row-1', 'first'))
  await act(async () => result.current.dialog.onClose())
  rerender(at('', 'first'))
  rerender(at('row-1', 'second'))
  expect(result.current.row?.text).toBe('second')
})
