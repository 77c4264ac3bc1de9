export async function speed(_options: readonly string[]): Promise<void> {}
