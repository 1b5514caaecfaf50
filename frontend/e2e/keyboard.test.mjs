// Walks every screen with the Tab key: every control is reached in order, is visible, and has a name and a focus mark.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPerson, scrollThrough } from './browser.mjs'
import { call, openSamplePerson } from './sample.mjs'
import { browser, openStage, server } from './stage.mjs'

openStage({ sample: true })

/** Runs in the page. Lists the controls that the Tab key should reach, and records each focus from now on. */
function watchFocus() {
  const describe = (element) => {
    const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent
    return `${element.tagName.toLowerCase()} "${(name ?? element.textContent).trim().slice(0, 40)}"`
  }
  // The focus mark is on the control, a pseudo-element, its label or its parent.
  const looksOf = (element) =>
    [element, element.parentElement, element.closest('label') ?? element]
      .flatMap((part) => [null, '::before', '::after'].map((pseudo) => [part, pseudo]))
      .map(([part, pseudo]) => {
        for (const change of part.getAnimations()) if (change instanceof CSSTransition) change.finish()
        const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(part, pseudo)
        return outlineStyle === 'none' ? boxShadow : `${outlineWidth} ${outlineColor} ${boxShadow}`
      })
      .join()
  // In a group of radio buttons, the Tab key reaches the checked one, or the first.
  const stopOfGroup = ({ name }) =>
    document.querySelector(`input[name="${name}"]:checked`) ?? document.querySelector(`input[name="${name}"]`)
  const modal =
    document.querySelector('dialog[role="alertdialog"]:modal') ??
    [...document.querySelectorAll('dialog:modal')].at(-1)
  const controls = [
    ...(modal ?? document).querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.disabled &&
      !element.closest('[inert]') &&
      (element.type !== 'radio' || element === stopOfGroup(element)) &&
      element.checkVisibility({ visibilityProperty: true }),
  )
  const follows = (element, other) =>
    Boolean(other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
  const stops = []
  const watch = {
    count: controls.length,
    /** Reports whether the focus has returned to its first stop. */
    isComplete: () => stops.slice(1).some(({ element }) => element === stops[0].element),
    findFaults() {
      const all = stops.slice(
        0,
        stops.findIndex(({ element }, at) => at > 0 && element === stops[0].element),
      )
      const reached = new Set(all.map(({ element }) => element))
      // A dialog focuses its first field, so the controls before that field come at the end of the round.
      const first = all.findIndex(({ element }) => all.every((other) => !follows(element, other.element)))
      const round = [...all.slice(first), ...all.slice(0, first)]
      const faults = controls
        .filter((element) => element.isConnected && element.checkVisibility() && !reached.has(element))
        .map((element) => `not reached: ${describe(element)}`)
      round.forEach(({ element, label, marked, shown }, at) => {
        if (!shown) faults.push(`not visible: ${label}`)
        else if (!marked) faults.push(`no focus mark: ${label}`)
        const before = round[at - 1]?.element
        if (modal && !modal.contains(element)) faults.push(`outside the dialog: ${label}`)
        if (!element.isConnected || !before?.isConnected) return
        if (!follows(element, before)) faults.push(`out of order: ${label} after ${describe(before)}`)
        else if (isAbove(element, before))
          faults.push(`above the control before: ${label} after ${describe(before)}`)
      })
      return faults
    },
  }
  // Neither hidden nor covered.
  const isShown = (element) => {
    const [{ left, top, width, height }] = element.getClientRects()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    // A disabled control takes no pointer events, so its parent is hit instead.
    const target = element.ariaDisabled ? element.parentElement : element
    return target.contains(hit) || Boolean(element.closest('label')?.contains(hit))
  }
  // Within one part of the page, the focus moves in reading order: along a line, then down.
  const partOf = (element) => element.closest('header, footer, nav, aside, section, form, table, ul, main')
  const isAbove = (element, before) => {
    if (partOf(element) !== partOf(before)) return false
    const [current, previous] = [element.getBoundingClientRect(), before.getBoundingClientRect()]
    const isLeft = current.right <= previous.left
    return current.bottom <= previous.top
      ? current.left < previous.right
      : current.top < previous.bottom && isLeft
  }
  document.addEventListener('focusin', ({ target }) => {
    if (window.focusWatch !== watch) return
    const last = stops.at(-1)
    // The previous control now shows how it looks without the focus.
    if (last) last.marked = !last.element.isConnected || last.looks !== looksOf(last.element)
    stops.push({ element: target, label: describe(target), looks: looksOf(target) })
  })
  // By the next key press, the focused control has been scrolled into view.
  document.addEventListener('keydown', () => {
    const last = stops.at(-1)
    if (last) last.shown = !last.element.isConnected || isShown(last.element)
  })
  document.activeElement?.blur()
  window.focusWatch = watch
}

/** Presses Tab until the focus returns to its first stop, and asserts that no stop has a fault. */
async function walk(page, what) {
  await page.evaluate(watchFocus)
  const count = await page.evaluate(() => window.focusWatch.count)
  // A date field has several stops of its own.
  for (let pressed = 0; !(await page.evaluate(() => window.focusWatch.isComplete())); pressed += 5) {
    assert.ok(pressed < 4 * count + 20, `${what}: the focus does not return to its first stop`)
    for (let i = 0; i < 5; i++) await page.keyboard.press('Tab')
  }
  const faults = await page.evaluate(() => window.focusWatch.findFaults())
  assert.deepEqual([...faults, ...(await unnamed(page))], [], what)
}

/** The focusable elements without a name in the accessibility tree. */
async function unnamed(page) {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const frames = ['RootWebArea', 'main']
  return nodes
    .filter(
      ({ ignored, properties, role, name }) =>
        !ignored &&
        !frames.includes(role.value) &&
        properties.some((property) => property.name === 'focusable' && property.value.value) &&
        !name?.value.trim(),
    )
    .map(({ role }) => `no name: ${role.value}`)
}

const open = async (page, address, readySelector) => {
  await page.goto(address)
  // The bell comes last, and replaces a link.
  if (await page.evaluate(() => localStorage.getItem('token')))
    await page.getByRole('button', { name: /^Notices/ }).waitFor()
  await scrollThrough(page)
  await page.locator(readySelector).first().waitFor()
}

const focusIsOn = async (page, locator) =>
  page.waitForFunction((element) => document.activeElement === element, await locator.elementHandle())

/** Opens a dialog with the keyboard, walks through it, and closes it with Escape, which restores the focus. */
async function visitDialog(page, opener, name) {
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.locator('dialog:modal', { has: page.getByRole('heading', { name }) })
  await dialog.waitFor()
  await walk(page, name)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await focusIsOn(page, opener)
}

/** Opens a menu with the keyboard, moves from its first item to its last, and closes it with Escape. */
async function visitMenu(page, opener, first, last) {
  await opener.focus()
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitem')
  await items.filter({ hasText: first }).waitFor()
  await page.keyboard.press('Home')
  await focusIsOn(page, items.filter({ hasText: first }))
  const count = await items.count()
  for (let at = 1; at < count; at++) {
    await page.keyboard.press('ArrowDown')
    await focusIsOn(page, items.nth(at))
  }
  await focusIsOn(page, items.filter({ hasText: last }))
  await page.keyboard.press('Escape')
  await items.first().waitFor({ state: 'hidden' })
  await focusIsOn(page, opener)
}

const screens = {
  'a visitor': [
    ['/', '#faq-section summary'],
    ['/services', 'main li a'],
    ['/services/essay-writing', 'form'],
    ['/revision-refund-policy', 'main li a'],
    ['/login', 'form'],
    ['/signup', 'form'],
    ['/admin/signup', 'form'],
    ['/nowhere', 'main a'],
  ],
  robin: [
    ['/dashboard', 'article'],
    ['/notices', 'main li a'],
    ['/upload', 'form'],
    ['/profile', '[readonly]'],
    ['/profile/settings', '#danger-title'],
  ],
  kim: [
    ['/tutor/dashboard', 'article'],
    ['/tutor/dashboard/available', '#no-rows:not(:empty), main article'],
    ['/tutor/dashboard/earnings', 'tbody tr'],
    ['/tutor/assignments', 'article'],
    ['/profile/dashboard', 'section li'],
  ],
  ada: [
    ['/admin/dashboard', 'tbody tr'],
    ['/admin/dashboard/users', 'tbody tr'],
    ['/admin/dashboard/quotes', 'tbody tr'],
    ['/admin/dashboard/activity', 'tbody tr'],
    ['/admin/dashboard/board', 'tbody tr'],
    ['/admin/dashboard/claims', '#no-rows:not(:empty), main article'],
    ['/admin/dashboard/texts', '#no-rows:not(:empty), main article'],
    ['/admin/dashboard/policies', 'main article'],
    ['/admin/dashboard/money', 'tbody tr'],
    ['/admin/dashboard/mails', '[aria-label="Dashboard sections"]'],
  ],
}

const openAs = (who) =>
  who === 'a visitor' ? openPerson(browser, server.url) : openSamplePerson(browser, server, who)

for (const [who, pages] of Object.entries(screens)) {
  test(`Tab reaches every control on every screen of ${who}`, async () => {
    const { page, context } = await openAs(who)
    for (const [address, readySelector] of pages) {
      await open(page, address, readySelector)
      await walk(page, `${address} as ${who}`)
    }
    await context.close()
  })
}

test('Tab reaches every control of an assignment page', async () => {
  const robin = await openAs('robin')
  const ada = await openAs('ada')
  const [finished] = await call(server, robin.token, 'GET', '/assignments?status=graded,completed')
  for (const { page, context } of [robin, ada]) {
    await open(page, `/assignments/${finished._id}`, 'h1')
    await walk(page, 'assignment page')
    await context.close()
  }
})

test('closing menus and dialogs by keyboard restores the focus', async () => {
  const { page, context, token } = await openAs('robin')
  const withFile = (await call(server, token, 'GET', '/assignments')).find(
    ({ fileUrl, actions }) => fileUrl && actions.some(({ action }) => action === 'delete'),
  )
  await open(page, '/dashboard', 'article')
  await visitMenu(
    page,
    page.getByRole('button', { name: 'Services', exact: true }),
    'Custom assignments',
    'All services',
  )
  await visitMenu(page, page.getByRole('button', { name: /^Profile menu/ }), 'Dashboard', 'Logout')
  await visitMenu(
    page,
    page.getByRole('button', { name: `Actions for ${withFile.title}` }),
    'Download',
    'Delete',
  )
  await visitDialog(page, page.getByRole('button', { name: 'New Assignment', exact: true }), 'New Assignment')

  const bell = page.getByRole('button', { name: /^Notices/ })
  await bell.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notices' })
  await panel.getByRole('listitem').first().waitFor()
  await page.keyboard.press('Tab')
  await focusIsOn(page, panel.getByRole('link', { name: 'All notices' }))
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await focusIsOn(page, bell)

  await open(page, '/profile/settings', '#danger-title')
  await visitDialog(page, page.getByRole('button', { name: 'Change Password' }), 'Change Password')
  await visitDialog(page, page.getByRole('button', { name: 'Delete Account' }), 'Delete Account')
  await context.close()

  const desk = await openAs('ada')
  await open(desk.page, '/admin/dashboard', 'tbody tr')
  const update = desk.page.getByRole('button', { name: /^Update / }).first()
  await visitDialog(desk.page, update, 'Update Assignment')
  await visitDialog(desk.page, desk.page.getByRole('button', { name: 'Saved views' }), 'Saved views')
  await open(desk.page, '/admin/dashboard/quotes', 'tbody tr')
  await visitDialog(desk.page, desk.page.getByRole('button', { name: /^Open Q-/ }).first(), /^Quote Q-/)
  await desk.context.close()
})

test('closing confirmations by keyboard restores the focus', async () => {
  const { page, context } = await openAs('ada')
  await open(page, '/admin/dashboard', 'tbody tr')
  await page
    .getByRole('button', { name: /^Update / })
    .first()
    .press('Enter')
  const grade = page.getByRole('dialog', { name: 'Update Assignment' }).getByLabel(/^Grade/)
  await grade.focus()
  // A letter and Escape in immediate succession.
  await grade.evaluate(async (input) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, 'A')
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await null
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  })
  const question = page.getByRole('alertdialog')
  await question.getByRole('heading', { name: 'Unsaved changes' }).waitFor()
  await walk(page, 'Unsaved changes')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await focusIsOn(page, grade)
  await page.keyboard.press('Escape')
  await focusIsOn(page, question.getByRole('button', { name: 'Keep editing' }))
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await focusIsOn(page, grade)
  const dialog = page.getByRole('dialog', { name: 'Update Assignment' })
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await question.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await focusIsOn(page, page.getByRole('button', { name: /^Update / }).first())

  await open(page, '/admin/dashboard/users', 'tbody tr')
  const role = page.getByLabel('Role of Robin Vale')
  await role.focus()
  await page.keyboard.type('T')
  await question.waitFor()
  await walk(page, 'the warning about a new role')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await focusIsOn(page, role)

  await open(page, '/profile', '[readonly]')
  const edit = page.getByRole('button', { name: 'Edit' })
  await edit.press('Enter')
  await page.getByRole('button', { name: 'Save Changes' }).waitFor()
  await walk(page, 'editing the profile')
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await focusIsOn(page, edit)
  await context.close()
})

test('the drawer of a small screen works with the keyboard', async () => {
  const { page, context } = await openPerson(browser, server.url, { width: 360 })
  await open(page, '/services', 'main li a')
  await walk(page, '/services at 360')
  const opener = page.getByRole('button', { name: 'Open menu' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.getByText('Services', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await drawer.getByRole('link', { name: 'All services' }).waitFor()
  await walk(page, 'the drawer')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await focusIsOn(page, opener)
  await context.close()
})

test('the walk detects each fault', async () => {
  const { page, context } = await openPerson(browser, server.url)
  await open(page, '/login', 'form')
  await page.evaluate(() => {
    const addFault = (textContent, style, more = {}) => {
      const button = Object.assign(document.createElement('button'), { textContent, ...more })
      button.style.cssText = style
      document.querySelector('main').append(button)
    }
    addFault('unmarked', 'outline: none')
    addFault('', 'width: 3rem; height: 3rem')
    addFault('hidden', 'position: absolute; clip-path: inset(50%)')
    addFault('above', 'position: relative; z-index: 1; top: -20rem')
    addFault('lost', '', { onfocus: ({ target }) => target.blur() })
    addFault('early', '', { tabIndex: 1 })
  })
  await assert.rejects(walk(page, 'faults'), ({ actual }) => {
    assert.deepEqual(actual, [
      'not reached: button "lost"',
      'no focus mark: button "unmarked"',
      'not visible: button "hidden"',
      'above the control before: button "above" after button "hidden"',
      'out of order: button "early" after a "Fair Use Policy"',
      'no name: button',
    ])
    return true
  })
  await page.evaluate(() => {
    document.addEventListener('keydown', (event) => {
      if (document.activeElement?.name === 'password') event.preventDefault()
    })
  })
  await assert.rejects(walk(page, 'focus trap'), /the focus does not return to its first stop/)
  await context.close()
})
