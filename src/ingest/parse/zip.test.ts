import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { isZip, unzipped } from './zip.ts';

interface Entry {
  readonly name: string;
  readonly content: string;
  readonly isStored?: boolean;
  readonly flags?: number;
}

/** An archive as common programs write it, without their optional fields. */
function zipOf(entries: readonly Entry[], comment = ''): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isStored = false, flags = 0 } of entries) {
    const bytes = Buffer.from(content);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(isStored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, where, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...locals, listed, Buffer.from('PK\x05\x06'), end, Buffer.from(comment)]);
}

const PLANS = { name: 'plans.csv', content: 'sku,price\na,8.00\n'.repeat(50) };
const MOST = 10_000;
const textOf = (archive: Uint8Array): string => Buffer.from(unzipped(archive, MOST)).toString();

test('the only file of an archive is unpacked, compressed or not, beside folders and comments', () => {
  const folder = { name: 'feed/', content: '', isStored: true };
  for (const archive of [
    zipOf([PLANS]),
    zipOf([{ ...PLANS, isStored: true }]),
    zipOf([folder, PLANS], 'made for partners'),
  ]) {
    assert.ok(isZip(archive));
    assert.equal(textOf(archive), PLANS.content);
  }
  assert.ok(!isZip(Buffer.from(PLANS.content)));
});

test('an archive that has more files, is encrypted, damaged or too large fails the feed with the reason', () => {
  const whole = zipOf([PLANS]);
  const damaged = Buffer.from(whole);
  damaged[45] = damaged[45]! ^ 0xff;
  assert.throws(() => textOf(zipOf([PLANS, { ...PLANS, name: 'b.csv' }])), /more than one file/);
  assert.throws(() => textOf(zipOf([{ ...PLANS, flags: 1 }])), /encrypted/);
  for (const bytes of [damaged, whole.subarray(0, whole.length - 30), whole.subarray(0, 40)])
    assert.throws(() => textOf(bytes), { name: 'FeedError', message: /damaged or oversized/ });
  assert.throws(() => unzipped(whole, PLANS.content.length - 1), /oversized/);
});
