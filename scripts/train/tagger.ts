export async function train(_folder: string): Promise<void> {
  throw new Error('to be written')
}
