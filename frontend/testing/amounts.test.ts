import { expect, it } from 'vitest'
import { updateAssignmentFormSchema } from '../src/features/assignments/model'
import { newAdjustmentSchema, newPaymentSchema } from '../src/features/money/model'
import { updateQuoteSchema } from '../src/features/quotes/model'
import { problemsOf, readCases } from './rule-cases'

type Case = { amount: number; price: string; payment: string; quote: string; adjustment: string }

it.each(readCases<Case>('amounts.json'))('checks the amount $amount', ({ amount, ...expected }) => {
  const typed = { price: String(amount), status: 'graded', grade: '', feedback: '', tutor: '', type: '' }
  const problems = {
    price: problemsOf(updateAssignmentFormSchema, typed),
    payment: problemsOf(newPaymentSchema, { amount, method: 'Cash', reference: 'TX 1', receivedOn: '' }),
    quote: problemsOf(updateQuoteSchema, { amount, status: 'quoted', note: '', validUntil: '' }),
    adjustment: problemsOf(newAdjustmentSchema, { amount, tutor: 'kim', memo: 'Bonus' }),
  }
  for (const [kind, found] of Object.entries(problems)) {
    const sentence = expected[kind as keyof typeof expected]
    expect(found.map(({ message }) => message)).toEqual(sentence ? [sentence] : [])
  }
})
