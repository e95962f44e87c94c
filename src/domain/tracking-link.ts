/**
 * The two values of a tracking link that are only known with a click: the interface and the destination. The stored link
 * contains marks for them. A mark has characters that are always escaped in a URL, so no other part of a link can
 * contain one.
 */
export const VIA_MARK = '<via>';
export const TO_MARK = '<to>';

/** `to`: a destination that the plan covers; null: it is not known. */
export const filledLink = (link: string, via: string, to: string | null): string =>
  link.replaceAll(VIA_MARK, via).replaceAll(TO_MARK, to ?? 'xx');
