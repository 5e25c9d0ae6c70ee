import { createHash } from 'node:crypto';

export interface AccessKeyParts {
  readonly fpid: number;
  readonly appKey: string;
  readonly deviceId: string;
  readonly salt: string;
}
/** The `access_key` of the socket address: hex md5 of the four parts without separators (facts §4.1). */
export const accessKey = (parts: AccessKeyParts): string =>
  createHash('md5').update(`${parts.fpid}${parts.appKey}${parts.deviceId}${parts.salt}`).digest('hex');
