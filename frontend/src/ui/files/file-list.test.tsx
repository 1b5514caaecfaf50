import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FileList } from './file-list'

const link = async () => '/file'

describe('the list of files', () => {
  it('offers a file to download', () => {
    render(<FileList label="Files" files={[{ key: '1', name: 'brief.pdf', size: 2048, link }]} />)
    expect(screen.getByRole('button', { name: /^Download brief\.pdf/ })).toBeInTheDocument()
  })

  it.each([
    ['checking', 'This file is being checked for viruses. It opens as soon as it is found clean.'],
    ['infected', 'This file contains malware, so nobody can open it.'],
  ] as const)('says why a file that is %s cannot be downloaded', (state, sentence) => {
    render(<FileList label="Files" files={[{ key: '1', name: 'brief.pdf', size: 2048, link, state }]} />)
    expect(screen.getByText(sentence)).toBeInTheDocument()
    expect(screen.getAllByText('brief.pdf').length).toBeGreaterThan(0)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
