import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSigner, SIGNATURE_VERSIONS, type SignedParts } from './signer.ts';

const parts: SignedParts = {
  method: 'POST',
  path: '/webchat/api/v1.2/messages',
  query: '_uid=0-5',
  body: '{"text":"ค่ะ"}',
  token: 't',
  timestamp: 1_795_075_200_000,
};

describe('createSigner', () => {
  it('signs by version 4 unless told otherwise', () => {
    const digest = createHash('sha256').update(parts.body).digest('hex');
    const text = `POST\n/webchat/api/v1.2/messages\n_uid=0-5\n${digest}\nt\n1795075200000`;
    const signer = createSigner('key');
    expect(signer.version).toBe(4);
    expect(signer.sign(parts)).toBe(createHmac('sha256', 'key').update(text).digest('hex'));
  });

  it('has four versions that differ, each by its key', () => {
    const of = (key: string) => SIGNATURE_VERSIONS.map((version) => createSigner(key, version).sign(parts));
    expect(new Set([...of('one'), ...of('other')]).size).toBe(8);
  });

  it('makes another signature of any other request', () => {
    const signer = createSigner('key');
    const changes: readonly Partial<SignedParts>[] = [
      { method: 'PUT' },
      { path: '/x' },
      { query: '' },
      { body: '' },
      { token: '' },
      { timestamp: 1 },
    ];
    const signatures = changes.map((change) => signer.sign({ ...parts, ...change }));
    expect(new Set([signer.sign(parts), ...signatures]).size).toBe(changes.length + 1);
  });
});
