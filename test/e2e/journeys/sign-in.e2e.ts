import type { Page } from '@playwright/test'
import { homeFor, roleLabels, roles, type Role } from '#features/access/rules/roles.ts'
import { onEachDevice, onPhone } from '#test/support/e2e/devices.ts'
import { expect, test } from '#test/support/e2e/fixtures.ts'
import {
  button,
  expectNoProblems,
  expectNotification,
  expectProblems,
  notification,
} from '#test/support/e2e/forms.ts'
import { inHeader, pressInHeader } from '#test/support/e2e/header.ts'
import { failCall, holdCall } from '#test/support/e2e/hold.ts'
import { grownQuiet, installClock } from '#test/support/e2e/idle.ts'
import { mailsInOutbox } from '#test/support/e2e/outbox.ts'
import {
  addClient,
  addManager,
  addStaff,
  inviteClient,
  signIn,
  type Person,
} from '#test/support/e2e/people.ts'
import type { Product } from '#test/support/e2e/product.ts'
import { goWithin } from '#test/support/e2e/within.ts'

// Independent tests: running them serially would keep one worker busy for a tenth of the run.
test.describe.configure({ mode: 'parallel' })

const NEW_PASSWORD = 'seven grey cranes over Ceres'

/** The data request of an admin's home page. */
const LIST = '/api/admin/applications?*'

const headingsOfHomes = {
  system_administrator: 'System Administration',
  admin: 'Client Applications',
  wealth_manager: 'Your Clients',
  client: 'Personal Details',
} as const satisfies Record<Role, string>

function pageHeading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true })
}

async function fillSignIn(page: Page, { username, password }: Pick<Person, 'username' | 'password'>) {
  await page.getByLabel('Email Address').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

/** Focuses the window, which refetches lists. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}

async function addOfRole(product: Product, role: Role): Promise<Person> {
  return role === 'client' ? addClient(product.context) : addStaff(product.context, role)
}

async function expectPromise(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('heading', { name: 'Start Your Wealth Management Journey' })).toBeVisible()
  await expect(
    page.getByText(
      'Complete your professional onboarding in minutes, not weeks. Secure, simple, and designed for your success.',
    ),
  ).toBeVisible()
  await expect(page.getByText('Protect. Create. Wealth.')).toBeVisible()

  const email = page.getByLabel('Email Address')
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveAttribute('required')
  await expect(email).toHaveAttribute('placeholder', 'name@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('required')
  await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
    'href',
    /^mailto:support@proteawealth\.example\?subject=/u,
  )
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Built by Protea Digital')
  await expect(footer.getByRole('link', { name: 'Learn More' })).toHaveAttribute('href', /^https:/u)

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/reset-password')
}

async function expectFooterOf(page: Page, role: Role): Promise<void> {
  const footer = page.getByRole('contentinfo')
  const [shown, hidden] =
    role === 'client'
      ? (['Learn More', 'Contact support'] as const)
      : (['Contact support', 'Learn More'] as const)
  await expect(footer.getByRole('link', { name: shown })).toHaveAttribute(
    'href',
    role === 'client' ? /^https:/u : /^mailto:.*\?subject=Support/u,
  )
  await expect(footer.getByRole('link', { name: hidden })).toHaveCount(0)
}

const guarded = {
  '/admin': ['admin'],
  '/admin/annual-reviews': ['admin'],
  '/admin/compliance': ['admin'],
  '/admin/outbox': ['admin'],
  '/admin/security': ['admin'],
  '/wealth-manager': ['wealth_manager'],
  '/wealth-manager/annual-reviews': ['wealth_manager'],
  '/figures': ['admin', 'wealth_manager'],
  '/system-admin': ['system_administrator'],
} as const satisfies Record<string, readonly Role[]>

/** The first address is typed, the others are opened within the page. */
async function expectDenied(page: Page, role: Role): Promise<void> {
  const others = Object.entries(guarded).filter(([, allowed]) => !allowed.some((each) => each === role))
  for (const [index, [address, required]] of others.entries()) {
    await (index === 0 ? page.goto(address) : goWithin(page, address))
    await expect(page).toHaveURL(address)
    await expect(pageHeading(page, 'Access Denied')).toBeVisible()
    const main = page.getByRole('main')
    await expect(main).toContainText("You don't have permission to access this page.")
    await expect(main).toContainText(`Your role${roleLabels[role]}`)
    const labels = required.map((each) => roleLabels[each]).join(', ')
    await expect(main).toContainText(`Required role${required.length > 1 ? 's' : ''}${labels}`)
  }
}

onEachDevice((device) => {
  for (const role of roles) {
    test(`${role}: signs in, is at home, and signs out`, async ({ page, product }) => {
      const person = await addOfRole(product, role)
      const home = homeFor(role)
      const atHome = new RegExp(`${home}(\\?step=personal)?$`, 'u')
      await page.goto('/auth')
      await fillSignIn(page, person)
      const release = await holdCall(page, '/api/login')
      await button(page, 'Sign In').click()
      await expect(button(page, 'Signing in...')).toBeVisible()
      release()
      await expectNotification(page, 'Welcome back!', 'You have been successfully logged in.')
      await expect(page).toHaveURL(atHome)
      await expect(pageHeading(page, headingsOfHomes[role])).toBeVisible()
      await test.step('sees the footer of the role', () => expectFooterOf(page, role))

      await test.step('changes the password page, and back', async () => {
        await pressInHeader(page, 'Change Password')
        await expect(pageHeading(page, 'Change Password')).toBeFocused()
        await page.getByRole('link', { name: 'Back to Dashboard' }).click()
        await expect(page).toHaveURL(atHome)
      })

      // A reload behaves the same on all devices.
      const isOnDesktop = device === 'desktop'
      if (isOnDesktop) {
        await test.step('is led home from the sign-in page and the start', async () => {
          for (const start of ['/auth', '/']) {
            await page.goto(start)
            await expect(page).toHaveURL(atHome)
          }
        })
      }

      await test.step('signs out', async () => {
        if (role === 'client') await pressInHeader(page, 'Save & Sign Out')
        else {
          const releaseSignOut = await holdCall(page, '/api/logout')
          await pressInHeader(page, 'Sign Out')
          await expect(button(page, 'Signing out...')).toBeVisible()
          releaseSignOut()
          await expectNotification(page, 'Logged out', 'You have been successfully logged out.')
        }
        await expect(page).toHaveURL('/auth')
        if (isOnDesktop) await page.goto(home)
        await expect(page).toHaveURL('/auth')
      })

      if (!isOnDesktop) return
      await test.step('pages of other roles are denied in words, and signed out from', async () => {
        await signIn(page.context(), person)
        await expectDenied(page, role)
        const releaseSignOut = await holdCall(page, '/api/logout')
        await button(page, 'Sign Out').click()
        await expect(button(page, 'Signing out...')).toBeVisible()
        releaseSignOut()
        await expect(page).toHaveURL('/auth')
      })
    })
  }
})

onPhone(() => {
  test('the sign-in page shows the firm’s promise and field errors, and slows down wrong passwords', async ({
    page,
    product,
    watch,
  }) => {
    await test.step('it makes its promise, and shows the way on', () => expectPromise(page))
    await page.getByRole('link', { name: 'Back to Login' }).click()
    const email = page.getByLabel('Email Address')
    const field = page.getByLabel('Password', { exact: true })

    await test.step('field errors show before anything is sent', async () => {
      await button(page, 'Sign In').click()
      await expectProblems(page, [
        { field: email, message: 'Please enter your email address' },
        { field, message: 'Please enter your password' },
      ])
      await email.fill('person at home')
      await field.fill('whatever it was')
      await button(page, 'Sign In').click()
      await expectProblems(page, [{ field: email, message: 'Valid email is required' }])
    })

    await test.step('a wrong password shows an error, keeps the input, and is slowed down with a message', async () => {
      watch.expect(401, '/api/login')
      watch.expect(429, '/api/login')
      const { username, password } = await addClient(product.context)
      await fillSignIn(page, { username, password: 'not what it is' })
      for (const attempt of [1, 2, 3, 4, 5]) {
        const answered = page.waitForResponse('/api/login')
        await button(page, 'Sign In').click()
        expect((await answered).status(), `attempt ${attempt}`).toBe(401)
        await expectNotification(page, 'Login failed', 'That email address or password is incorrect.')
      }
      await expect(field).toBeFocused()
      await expect(field).toHaveValue('not what it is')
      await expect(email).toHaveValue(username)

      await field.fill(password)
      await button(page, 'Sign In').click()
      await expectNotification(page, 'Login failed', 'Too many failed sign-ins for this account.')
      await expect(notification(page, 'Login failed')).toContainText('Please try again in 15 minutes.')
      await expect(page.getByRole('main')).toContainText('Please try again in 15 minutes.')
    })
  })
})

test('anonymous users find the sign-in page, no protected page, and a page for unknown addresses', async ({
  page,
  watch,
}) => {
  await test.step('the sign-in page makes its promise, and shows the way on', () => expectPromise(page))

  await test.step('a forgotten password of an unknown address is answered the same', async () => {
    await page.getByLabel('Email Address').fill('nobody@people.example')
    await button(page, 'Send Reset Password').click()
    await expect(pageHeading(page, 'Password Reset Sent')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Email Sent Successfully')
    await button(page, 'Reset Another Account').click()
    await expect(pageHeading(page, 'Reset Password')).toBeFocused()
    await expect(page.getByLabel('Email Address')).toHaveValue('')
  })

  await test.step('a failed request is reported', async () => {
    watch.expect(500, '/api/request-password-reset')
    await page.getByLabel('Email Address').fill('somebody@people.example')
    await failCall(page, '/api/request-password-reset', 500)
    await button(page, 'Send Reset Password').click()
    await expectNotification(page, 'Error', 'Failed to process password reset request')
    await expect(page.getByLabel('Email Address')).toHaveValue('somebody@people.example')
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await expect(page).toHaveURL('/auth')
  })

  await test.step('an address that is no page says so', async () => {
    await goWithin(page, '/nowhere')
    await expect(pageHeading(page, '404 Page Not Found')).toBeVisible()
    await page.goto('/admin/nothing')
    await expect(pageHeading(page, '404 Page Not Found')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page).toHaveURL('/auth')
  })

  await test.step('no protected page opens without signing in', async () => {
    for (const address of [...Object.keys(guarded), '/change-password', '/']) {
      await goWithin(page, '/verify')
      await expect(page).toHaveURL('/verify')
      await goWithin(page, address)
      await expect(page).toHaveURL('/auth')
    }
    await page.goto('/admin/security')
    await expect(page).toHaveURL('/auth')
  })
})

test('a spinner turns while the user loads, a failure can be tried again, and a failed sign-out is reported', async ({
  page,
  product,
  watch,
}) => {
  await signIn(page.context(), await addOfRole(product, 'admin'))
  const release = await holdCall(page, '/api/user')
  await page.goto('/admin')
  await expect(page.getByRole('main')).toContainText('Loading...')
  release()
  await expect(pageHeading(page, 'Client Applications')).toBeVisible()

  watch.expect(503, '/api/user')
  const mend = await failCall(page, '/api/user', 503)
  await page.reload()
  await expect(pageHeading(page, 'This page could not be loaded')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('The service isn’t available right now.')
  await mend()
  const releaseList = await holdCall(page, LIST)
  await button(page, 'Retry').click()
  await expect(pageHeading(page, 'Client Applications')).toBeVisible()

  await test.step('a failed sign-out is reported, and the user stays signed in on the same page', async () => {
    watch.expect(503, '/api/logout')
    const mendLogout = await failCall(page, '/api/logout', 503)
    await pressInHeader(page, 'Sign Out')
    await expectNotification(page, 'Logout failed', 'The service isn’t available right now.')
    await expect(page).toHaveURL('/admin')
    await mendLogout()
    const list = page.waitForResponse(LIST)
    releaseList()
    expect((await list).status()).toBe(200)
    await page.unroute(LIST)
  })

  await test.step('emails are shown in demonstrations only', async () => {
    await expect(await inHeader(page, 'Annual Reviews')).toBeVisible()
    await pressInHeader(page, 'Firm')
    await expect(page.getByRole('link', { name: 'Security' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Outbox' })).toHaveCount(0)
    await page.goto('/admin/outbox')
    await expect(pageHeading(page, '404 Page Not Found')).toBeVisible()
  })

  await test.step('a read that would be refused for coming after the sign-out is let go of, none begins, and nothing says so', async () => {
    const releaseLogout = await holdCall(page, '/api/logout')
    const leaving = page.waitForRequest('/api/logout')
    let asked = 0
    await page.route(LIST, async (route) => {
      asked += 1
      await leaving
      await comeBack(page)
      await route.fulfill({ status: 401, body: '' })
      releaseLogout()
    })
    await page.goto('/admin')
    await expect(pageHeading(page, 'Client Applications')).toBeVisible()
    await pressInHeader(page, 'Sign Out')
    await expectNotification(page, 'Logged out', 'You have been successfully logged out.')
    await expect(page).toHaveURL('/auth')
    expect(asked).toBe(1)
  })
})

test('a password is changed, every mistake on the way told', async ({ page, product, elsewhere, watch }) => {
  const person = await addStaff(product.context, 'admin', 'Thandi Nkosi')
  await signIn(page.context(), person)
  await page.goto('/change-password')
  const current = page.getByLabel('Current Password', { exact: true })
  const fresh = page.getByLabel('New Password', { exact: true })
  const again = page.getByLabel('Confirm New Password', { exact: true })
  const change = button(page, 'Change Password')

  await test.step('each field can be shown and hidden', async () => {
    for (const [field, what] of [
      [current, 'current password'],
      [fresh, 'new password'],
      [again, 'confirm new password'],
    ] as const) {
      await expect(field).toHaveAttribute('type', 'password')
      await button(page, `Show ${what}`).click()
      await expect(field).toHaveAttribute('type', 'text')
      await button(page, `Hide ${what}`).click()
      await expect(field).toHaveAttribute('type', 'password')
    }
  })
  await expect(fresh).toHaveAccessibleDescription(
    /At least 12 characters\. A few unrelated words make a strong password\./u,
  )

  await change.click()
  await expectProblems(
    page,
    [
      { field: current, message: 'Please enter your current password' },
      { field: fresh, message: 'Please enter a new password' },
      { field: again, message: 'Please enter the new password again' },
    ],
    'Please fill in all fields',
  )
  await current.fill(person.password)
  await fresh.fill(NEW_PASSWORD)
  await again.fill('something else entirely')
  await change.click()
  await expectProblems(page, [{ field: again, message: 'New passwords do not match' }])
  for (const [password, message] of [
    ['short one', 'New password must be at least 12 characters long'],
    ['password1234', 'This password is too easy to guess. Please choose another'],
    ['Protea Private Wealth', 'Please choose a password that is not based on the firm’s name'],
    [person.username, 'Please choose a password that is not based on your email address'],
  ] as const) {
    await fresh.fill(password)
    await again.fill(password)
    await change.click()
    await expectProblems(page, [{ field: fresh, message }])
  }

  await test.step('an error that only the server finds is shown beside the field too', async () => {
    watch.expect(400, '/api/change-password')
    await current.fill('not the present one')
    await fresh.fill(NEW_PASSWORD)
    await again.fill(NEW_PASSWORD)
    await change.click()
    await expectProblems(page, [{ field: current, message: 'Your current password is incorrect' }])
    await expect(notification(page, 'Error')).toBeVisible()
  })

  await test.step('without words of the server there are ours', async () => {
    watch.expect(500, '/api/change-password')
    const mend = await failCall(page, '/api/change-password', 500)
    await change.click()
    await expectNotification(page, 'Error', 'Failed to change password')
    await mend()
  })

  await test.step('the new one is taken, and other sessions end', async () => {
    await signIn(elsewhere, person)
    await current.fill(person.password)
    await change.click()
    await expectNotification(page, 'Password Changed', 'Your password has been updated successfully.')
    await expect(page).toHaveURL('/admin')
    await expectNoProblems(page)

    expect((await elsewhere.request.get('/api/user')).status()).toBe(401)
    await signIn(elsewhere, { ...person, password: NEW_PASSWORD })
  })
})

test('a session ended by the server opens the sign-in page with the reason', async ({
  page,
  product,
  elsewhere,
  watch,
}) => {
  const client = await addClient(product.context, { currentStep: 'address' })
  await signIn(page.context(), client)
  await page.goto('/')
  await page.getByLabel('City').fill('Typed Before It Ended')

  await signIn(elsewhere, client)
  const changed = await elsewhere.request.post('/api/change-password', {
    data: { currentPassword: client.password, newPassword: NEW_PASSWORD },
  })
  expect(changed.status()).toBe(200)

  watch.expect(401, '/api/application')
  await button(page, 'Back').click()
  await expect(page).toHaveURL('/auth')
  await expect(
    page.getByText('Your session has ended. Please sign in again. Everything you saved is still there.'),
  ).toBeVisible()
  await fillSignIn(page, { ...client, password: NEW_PASSWORD })
  await button(page, 'Sign In').click()
  await expect(page.getByLabel('City')).toHaveValue('Typed Before It Ended')
})

test('a temporary password works until another is chosen, also in another browser', async ({
  page,
  product,
  watch,
}) => {
  const client = await inviteClient(product.context, await addManager(product.context))
  await page.goto('/auth')
  await fillSignIn(page, client)
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL('/change-password')
  await expect(page.getByText('Choose your own password to continue.')).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL('/change-password')
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveCount(0)

  // Clears the cookies.
  await page.context().clearCookies()
  await page.goto('/auth')
  await fillSignIn(page, client)
  await button(page, 'Sign In').click()
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm New Password', { exact: true }).fill(NEW_PASSWORD)
  await button(page, 'Change Password').click()
  await expect(pageHeading(page, 'Personal Details')).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/auth')
  await fillSignIn(page, client)
  watch.expect(401, '/api/login')
  await button(page, 'Sign In').click()
  await expectNotification(page, 'Login failed', 'This temporary password has already been used.')
})

test('a password reset mails a temporary password, which is replaced by a new one', async ({
  page,
  product,
  elsewhere,
}) => {
  const client = await addClient(product.context)
  await page.goto('/auth')
  await page.getByLabel('Email Address').fill(client.username)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/reset-password')
  const email = page.getByLabel('Email Address')
  // What was typed at sign-in is there.
  await expect(email).toHaveValue(client.username)
  await email.fill('')
  await button(page, 'Send Reset Password').click()
  await expectProblems(page, [{ field: email, message: 'Please enter your email address' }])
  await email.fill(client.username)
  await button(page, 'Send Reset Password').click()
  await expect(pageHeading(page, 'Password Reset Sent')).toBeFocused()
  const message = 'If there is an account with this email address, we’ve sent it a temporary password.'
  await expectNotification(page, 'Password Reset Requested', message)
  const main = page.getByRole('main')
  await expect(main).toContainText(message)
  await expect(main).toContainText('Email Sent Successfully')
  await expect(main).toContainText('Please check your inbox, and your spam folder too.')
  await expect(main).not.toContainText('Development mode')

  await expect.poll(() => mailsInOutbox(product, client.username)).toHaveLength(1)
  const [mail] = await mailsInOutbox(product, client.username)
  const temporary = /^\s*(\S{14})\s*$/mu.exec(mail?.text ?? '')?.[1] ?? ''
  expect(temporary).toHaveLength(14)

  await test.step('the old one works until then', () => signIn(elsewhere, client))
  await page.getByRole('link', { name: 'Return to Login' }).click()
  await fillSignIn(page, { ...client, password: temporary })
  await button(page, 'Sign In').click()
  await expect(page).toHaveURL('/change-password')
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm New Password', { exact: true }).fill(NEW_PASSWORD)
  await button(page, 'Change Password').click()
  await expect(pageHeading(page, 'Personal Details')).toBeVisible()
})

test.describe('an idle session', () => {
  test('is warned two minutes before its end, and can be kept', async ({ page, product }) => {
    await installClock(page)
    await signIn(page.context(), await addStaff(product.context, 'system_administrator'))
    await page.goto('/change-password')
    await expect(button(page, 'Change Password')).toBeVisible()
    await grownQuiet(page)
    const warning = page.getByRole('alertdialog', { name: 'Are you still there?' })
    await page.clock.fastForward('26:30')
    await expect(warning).toBeHidden()
    await page.clock.fastForward('01:00')
    await expect(warning).toBeVisible()
    await expect(warning.getByRole('timer')).toHaveText(/^1:\d\d$/u)
    await expect(button(warning, 'Stay signed in')).toBeFocused()
    await button(warning, 'Stay signed in').click()
    await expect(warning).toBeHidden()
    await page.clock.fastForward('26:30')
    await expect(warning).toBeHidden()
  })

  test('is not extended by a dashboard that is left open and reads its list again', async ({
    page,
    product,
  }) => {
    await installClock(page)
    await signIn(page.context(), await addStaff(product.context, 'admin'))
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await grownQuiet(page)
    await page.clock.fastForward('26:30')
    const read = page.waitForRequest((request) => request.url().includes('/api/admin/applications'))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    expect((await read).headers()['x-background']).toBe('1')
    await page.clock.fastForward('01:00')
    await expect(page.getByRole('alertdialog', { name: 'Are you still there?' })).toBeVisible()
  })

  test('that is not extended ends, says so, and is over on the server too; or is ended from the warning', async ({
    page,
    product,
  }) => {
    await installClock(page)
    const client = await addClient(product.context)
    await signIn(page.context(), client)
    await page.goto('/')
    await expect(pageHeading(page, 'Personal Details')).toBeVisible()
    await grownQuiet(page)
    const warning = page.getByRole('alertdialog', { name: 'Are you still there?' })
    await page.clock.fastForward('01:58:00')
    await expect(warning).toBeVisible()
    const ended = page.waitForResponse('/api/logout')
    await page.clock.fastForward('02:00')
    await expect(page).toHaveURL('/auth')
    await expect(page.getByText('You were signed out because you were inactive.')).toBeVisible()
    expect((await ended).status()).toBe(200)
    expect((await page.request.get('/api/user')).status()).toBe(401)

    await test.step('it can be ended from the warning', async () => {
      await signIn(page.context(), client)
      await page.goto('/')
      await expect(pageHeading(page, 'Personal Details')).toBeVisible()
      await grownQuiet(page)
      await page.clock.fastForward('01:58:00')
      await button(warning, 'Sign out').click()
      await expectNotification(page, 'Logged out', 'You have been successfully logged out.')
      await expect(page).toHaveURL('/auth')
    })
  })
})
