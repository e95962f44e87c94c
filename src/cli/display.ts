/** Where progress goes: drawn over itself in a terminal, line by line anywhere else. */

import { stripVTControlCharacters } from 'node:util';
import type { Output } from './surroundings.ts';
import { clip } from './text/width.ts';

export interface Display {
  /** Lines that stay. */
  print(lines: readonly string[]): void;
  /** Redraws what moves. */
  refresh(): void;
  close(): void;
}

const FRAMES = ['|', '/', '-', '\\'] as const;
/** Smooth to the eye and nothing to the machine. */
const FRAME_MS = 100;

export function lineDisplay(out: Output): Display {
  return {
    print: (lines) => {
      for (const line of lines) out.write(`${line}\n`);
    },
    refresh() {},
    close() {},
  };
}

export function liveDisplay(out: Output, live: (frame: string) => readonly string[]): Display {
  let drawn = 0;
  let frame = 0;
  const erase = () => {
    // Line by line: some terminals keep what "clear the rest of the screen" removes in their history.
    out.write('\u001b[1A\u001b[2K'.repeat(drawn));
    drawn = 0;
  };
  const draw = () => {
    // A line that wraps would count as two and leave its first half behind.
    const lines = live(FRAMES[frame % FRAMES.length] ?? '').map((line) =>
      fitted(line, (out.columns ?? 80) - 1),
    );
    out.write(lines.map((line) => `${line}\n`).join(''));
    drawn = lines.length;
  };
  const refresh = () => {
    erase();
    draw();
  };
  const timer = setInterval(() => {
    frame += 1;
    refresh();
  }, FRAME_MS).unref();
  return {
    print(lines) {
      if (lines.length === 0) return;
      erase();
      for (const line of lines) out.write(`${line}\n`);
      draw();
    },
    refresh,
    close() {
      clearInterval(timer);
      erase();
    },
  };
}

/** Colours take no room; a line that is too long loses them with its end. */
function fitted(line: string, width: number): string {
  const plain = stripVTControlCharacters(line);
  const short = clip(plain, width);
  return short === plain ? line : short;
}
