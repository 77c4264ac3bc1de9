/** A wrong command line; its message is all that the user should see. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
