import type { ProblemType } from '#base/server/http/problem.ts'

/** What happened, and what a caller does next. The `detail` of a response says more about the one request. */
export const errorTexts: Readonly<Record<ProblemType, readonly [happened: string, toDo: string]>> = {
  'account-exists': [
    'An account with this email address exists already.',
    'Use another address. Where the response has “existing”, that is the client’s application.',
  ],
  'address-confirmation-required': [
    'The user has not confirmed their email address yet.',
    'Confirm it with the link or the code of the confirmation email (POST /api/confirm-address), then repeat the request.',
  ],
  'another-user': [
    'X-User-Id names another user than the session.',
    'Someone else has signed in on this browser. Reload the page, or leave the header out.',
  ],
  changed: [
    'The object has changed since you read it, or someone has decided on it already.',
    'Read it again and check it, then repeat the request if it is still right.',
  ],
  'check-changed': [
    'The answer or document of this check has changed since you read it. Nothing was saved.',
    'Read the application again and compare the new answer.',
  ],
  conflict: [
    'The request is valid, but not possible in the current state.',
    'Follow the detail of the response. Usually: read the object again, or wait a moment where Retry-After is set.',
  ],
  'enrol-first': [
    'You require a second factor of your own role, and have none.',
    'Set up your authenticator under Account, then require it of others.',
  ],
  'events-deleted': [
    'Events after this position were deleted: they are stored for 30 days.',
    'Read all applications again, then all events with after=0.',
  ],
  'file-password-required': [
    'The PDF is protected by a password.',
    'Register the file again with its password. The password is neither stored nor logged.',
  ],
  'file-password-wrong': [
    'The password does not open the PDF.',
    'Register the file again with the right password, or upload a copy without one.',
  ],
  'file-unreadable': [
    'The file of the import cannot be read, has no rows, or is no longer stored.',
    'Check the sheet, the row of the header and the file’s password, and upload the file again.',
  ],
  forbidden: [
    'The caller is known, but not permitted to do this, or the request came from another site.',
    'Use an account or token that is permitted. Changing requests must come from the site’s own origin or from a program without Origin.',
  ],
  gone: ['What you asked for is no longer stored.', 'Follow the detail of the response.'],
  'has-clients': [
    'This wealth manager has clients.',
    'Reassign the clients to another wealth manager first, then repeat the request.',
  ],
  'corrections-lost': [
    'Corrected cells are not in the file as it would be read.',
    'Read it as before, or send `discard` to lose these corrections.',
  ],
  'import-running': [
    'Another import is running.',
    'Wait until it has ended, or pause it, then repeat the request.',
  ],
  incomplete: [
    'Something that is required is missing.',
    'Each entry of “errors” names a field and, for an application, its step. Complete them and repeat the request.',
  ],
  'insufficient-scope': [
    'The API token lacks the scope that this call needs.',
    'WWW-Authenticate names the scope. A system administrator creates a token with it under Integrations.',
  ],
  invalid: [
    'The request cannot be read, or one of its fields or parameters is not valid.',
    'Each entry of “errors” names a field. Correct the request; repeating it unchanged gives the same answer.',
  ],
  'key-reused': [
    'This Idempotency-Key was used for a different request.',
    'Send a new key with each new request, and the same key only with the same request.',
  ],
  'letter-incomplete': [
    'The firm’s letter lacks required facts or texts.',
    'Each entry of “errors” names one. Complete them under System Administration, Firm, then publish the letter.',
  ],
  'letters-running': [
    'Letters are being generated.',
    'Wait until that is complete, then repeat the request.',
  ],
  'list-changed': [
    'The applications that match have changed since you counted them.',
    'Read the list again, and repeat the request with the new count.',
  ],
  'list-older': [
    'The sanctions list is older than the one in use.',
    'Download the current list from its publisher and upload it again.',
  ],
  'list-shrunk': [
    'The sanctions list has far fewer entries than the one in use, so it is probably incomplete.',
    'Download it again. If it is complete, give a reason.',
  ],
  'list-small': [
    'The sanctions list has fewer entries than such a list usually has.',
    'Download it again. If it is complete, give a reason.',
  ],
  'list-unreadable': [
    'Rows of the sanctions list cannot be read, or it is in another format.',
    'Download the list again from its publisher. The detail names the format and the row.',
  ],
  locked: ['The file is protected by a password.', 'Register the file again with its password.'],
  'no-letter': [
    'The wealth manager has no FAIS letter yet.',
    'Upload or generate the letter, or repeat the request with “withoutLetter”: true.',
  ],
  'not-checked': [
    'Documents were not opened, checks are open, or answers need correcting.',
    'Review them, or confirm the decision.',
  ],
  'not-due': [
    'The client’s annual review is not due yet.',
    'Wait until it is due, or repeat the request with “early”: true.',
  ],
  'not-editable': [
    'The application was submitted, cancelled or decided on, and can no longer be changed by the client.',
    'Ask for a correction (POST /api/application/corrections), or contact the firm.',
  ],
  'not-found': [
    'The object does not exist, or is outside the caller’s scope.',
    'Check the id. For a program: the client may have been erased, or moved to a wealth manager outside the token’s scope.',
  ],
  'not-open': [
    'This part of the application is not open for changes now.',
    'Change only what staff asked for. The detail says what is open, or what has to be submitted first.',
  ],
  'not-possible': [
    'The current status does not allow this.',
    'Where the response has “current”, it names the status and the actions that are possible.',
  ],
  'not-published': ['The firm’s letter is not published.', 'Publish it, then generate letters.'],
  'not-ready': [
    'Compliance has not completed the client’s due diligence.',
    'Wait for Compliance. An administrator sees what is missing.',
  ],
  outdated: [
    'The request for approval is no longer current, was withdrawn, or another list came into use.',
    'Read it again, and ask for approval again if it is still needed.',
  ],
  'passkey-rejected': [
    'The passkey’s answer was not accepted.',
    'Ask for new options and try again, or sign in with a password.',
  ],
  'passkey-unknown': [
    'The passkey belongs to no account.',
    'It was removed. Sign in another way, and delete it from the device.',
  ],
  'password-change-required': [
    'The account still has a temporary password.',
    'Choose an own one (POST /api/change-password), then repeat the request.',
  ],
  'preview-outdated': [
    'The figures of the import have changed since you looked.',
    'Read the import again, check its figures, then start it with them.',
  ],
  'proof-required': [
    'This change needs proof that it is you.',
    'Repeat the request with your password or a passkey’s answer. The “errors” name the field.',
  ],
  'requirements-missing': [
    'Requirements for onboarding are missing.',
    'Where the response has “current”, its “missing” names them. Complete them, or ask for an exception.',
  ],
  'round-open': [
    'A correction request is open.',
    'Wait for the client’s reply and decide on it, or withdraw the request; then repeat yours.',
  ],
  'second-factor-required': [
    'The session still needs the second factor.',
    'Send the code or a passkey (POST /api/account/second-factor/code), then repeat the request.',
  ],
  'second-factor-set-up-required': [
    'The firm requires a second factor, and the account has none.',
    'Set up an authenticator or a passkey under Account, then repeat the request.',
  ],
  'second-person': [
    'A second person has to do this.',
    'Another authorised user does it: not the one who asked for it or entered it.',
  ],
  'senior-manager': [
    'Only a senior manager may decide this.',
    'The detail names them. A system administrator appoints senior managers.',
  ],
  'sent-recently': [
    'The client was emailed about this in the last 24 hours.',
    'Wait, or repeat the request with “again”: true.',
  ],
  'setup-incomplete': [
    'The firm’s settings are not complete, so no one can be invited.',
    'A system administrator completes them under System Administration, Firm.',
  ],
  'signed-out': [
    'There is no session or valid token.',
    'Sign in again. For a program: the token is unknown, expired, revoked or used from another network; the audit log says which.',
  ],
  'sso-required': [
    'The firm requires single sign-on for this account.',
    'Sign in with the firm’s identity provider.',
  ],
  stale: [
    'The object has changed since the version in If-Match. Nothing was saved.',
    'Read it again, and repeat the change with the new ETag.',
  ],
  'status-changed': [
    'The application is in another status than you expected.',
    'The “current” of the response names the status and the possible actions. Read the application again, then decide.',
  ],
  throttled: [
    'There were too many requests or attempts.',
    'Wait for the seconds in Retry-After. A program should also follow RateLimit, and send one request at a time.',
  ],
  'too-large': ['The file or request is too large.', 'Send less at once, or a smaller file.'],
  'too-late': [
    'This can no longer be undone, cancelled or changed: it has started, ended or was followed by another change.',
    'Read the object again to see its current state.',
  ],
  'too-many-rows': ['The file has too many rows for one import.', 'Split the file.'],
  unavailable: [
    'The service is busy, restarting, or waits for another part of the system. The request was not processed.',
    'Repeat the request after the seconds in Retry-After, with the same Idempotency-Key if it has one.',
  ],
  unexpected: [
    'Something failed on the server.',
    'Repeat the request later. If it fails again, give the firm the number in the detail.',
  ],
  'version-conflict': [
    'Someone has saved another version since you read the object. Nothing was saved.',
    'Read it again, and repeat the change with the new ETag.',
  ],
  'wrong-method': ['The path does not have this method.', 'The Allow header names the methods that it has.'],
  'wrong-type': [
    'The content type is not supported.',
    'Send JSON as application/json. Upload files with their own type to the address that the upload call returns.',
  ],
}
