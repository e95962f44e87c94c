/** "Roma IT | New York US" as pairs of a name and what follows the last space of an entry. A line break ends an entry, too. */
export function namesWithCodes(text: string): (readonly [name: string, code: string])[] {
  return text.split(/[|\n]/).map((entry) => {
    const cut = entry.trim().lastIndexOf(' ');
    return [entry.trim().slice(0, cut), entry.trim().slice(cut + 1)] as const;
  });
}
