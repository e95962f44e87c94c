declare const isBinary: unique symbol;

/** Bytes as a string, one character for each: what Node can send together with a head in one write. Not to be read. */
export type Binary = string & { readonly [isBinary]: true };

export const toBinary = (content: string | Buffer): Binary =>
  (typeof content === 'string' ? Buffer.from(content) : content).toString('latin1') as Binary;

export const bytesOfBinary = (binary: Binary): Buffer => Buffer.from(binary, 'latin1');
