import { expect, test } from 'vitest';
import { aliyunSignature, sortedQuery } from './aliyun-signature.ts';

test('a request has the signature that the provider publishes for it', () => {
  // The worked example of SendSms in the documentation of Alibaba Cloud's Short Message Service (2017-05-25).
  const parameters = {
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: '45e25e9b-0a6f-4070-8c85-2956eda1b466',
    AccessKeyId: 'testId',
    SignatureVersion: '1.0',
    Timestamp: '2017-07-12T02:42:19Z',
    Format: 'XML',
    Action: 'SendSms',
    Version: '2017-05-25',
    RegionId: 'cn-hangzhou',
    PhoneNumbers: '15300000001',
    SignName: '阿里云短信测试专用',
    TemplateParam: '{"customer":"test"}',
    TemplateCode: 'SMS_71390007',
    OutId: '123',
  };
  expect(aliyunSignature(parameters, 'testSecret')).toBe('zJDF+Lrzhj/ThnlvIToysFRq6t4=');
});

test('signs that a browser leaves as they are are encoded', () => {
  expect(sortedQuery({ b: "a b!*'()~", A: '+' })).toBe('A=%2B&b=a%20b%21%2A%27%28%29~');
});
