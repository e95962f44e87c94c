/** Checks a condition again and again until it is true, and fails after `withinMs`. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (performance.now() < end) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`did not come true within ${withinMs} ms: ${what}`);
}
