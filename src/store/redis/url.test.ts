import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRedisUrl } from './url.ts';

describe('a Redis address', () => {
  it('specifies one server, with or without port, credentials, database and TLS', () => {
    assert.deepEqual(parseRedisUrl('redis://cache.example'), {
      cluster: false,
      tls: false,
      nodes: [{ host: 'cache.example', port: 6379 }],
      username: null,
      password: null,
      database: 0,
    });
    const full = parseRedisUrl('rediss://us%40er:p%3Ass@[2001:db8::1]:7000/3');
    assert.deepEqual(full.nodes, [{ host: '2001:db8::1', port: 7000 }]);
    assert.deepEqual([full.tls, full.username, full.password, full.database], [true, 'us@er', 'p:ss', 3]);
    assert.equal(parseRedisUrl('redis://:only@h/').password, 'only');
  });

  it('specifies a Cluster by some of its nodes', () => {
    const target = parseRedisUrl('rediss+cluster://user:word@a.example:1,b.example:2,c.example');
    assert.deepEqual([target.cluster, target.tls, target.username], [true, true, 'user']);
    assert.deepEqual(target.nodes, [
      { host: 'a.example', port: 1 },
      { host: 'b.example', port: 2 },
      { host: 'c.example', port: 6379 },
    ]);
  });

  it('is rejected in one line that does not repeat it, because it may contain a password', () => {
    const faulty = [
      'redis://',
      'redis:///0',
      'redis://:secret@h:0',
      'redis://:secret@h:70000',
      'redis://:secret@a,b',
      'redis+cluster://:secret@a/1',
      'redis://u:secret%zz@h',
      'redis://:secret@h?x=1',
      'redis://[::1',
      'http://:secret@h',
    ];
    for (const url of faulty) {
      assert.throws(
        () => parseRedisUrl(url),
        (error: Error) => error.name === 'StoreError' && !/secret|\n/.test(error.message),
        url,
      );
    }
  });
});
