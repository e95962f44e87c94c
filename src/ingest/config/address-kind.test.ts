import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKind } from './address-kind.ts';

test('addresses of the public internet are public', () => {
  for (const address of ['93.184.215.14', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])
    assert.equal(addressKind(address), 'public', address);
});

test('addresses of private networks, of machines themselves and of cloud metadata are not public', () => {
  for (const address of [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '0.0.0.0',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '192.0.0.170',
    '198.18.0.1',
    '192.0.2.1',
    '::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '2002:a00:1::',
    '::8.8.8.8',
    '::5db8:d70e',
    '1000::1',
    '4000::1',
    'a000::1',
    '2001:db8::1',
    'not an address',
  ])
    assert.equal(addressKind(address), 'other', address);
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    assert.equal(addressKind(address), 'loopback', address);
});
