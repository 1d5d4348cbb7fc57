/** Text for each change of a user's second factor. */
export const secondFactorChanges = {
  enrolled: {
    subject: 'Your authenticator is set up',
    happened: 'An authenticator was set up for your account. From now on, you need its code to sign in.',
  },
  removed: {
    subject: 'Your authenticator was turned off',
    happened: 'The authenticator on your account was turned off. You now sign in with your password only.',
  },
  'removed-beside-passkey': {
    subject: 'Your authenticator was turned off',
    happened:
      'The authenticator on your account was turned off. You now sign in with a passkey, alone or after your password.',
  },
  reset: {
    subject: 'Your second sign-in step was removed',
    happened:
      'A system administrator removed the second step of signing in from your account and signed you out everywhere. Please set up a new one when you sign in.',
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes',
    happened: 'New recovery codes were made for your account. Your old ones no longer work.',
  },
} as const
