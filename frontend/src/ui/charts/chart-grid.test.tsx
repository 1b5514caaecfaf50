import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { skeletonClass } from '../loading/skeleton'
import { ChartPlaceholder } from './chart-grid'

it('shows where a chart is loading, as every placeholder does', () => {
  const { container } = render(<ChartPlaceholder wide />)
  expect(container.firstElementChild).toHaveClass(...skeletonClass.split(' '))
})
