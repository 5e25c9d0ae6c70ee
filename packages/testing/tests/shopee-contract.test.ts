import { createShopeeConnector, createSigner } from '@pasar/connector-shopee';
import { LIMITS } from '@pasar/domain';
import { describeConnectorContract } from '../src/index.ts';

describeConnectorContract({
  marketplace: 'shopee',
  createConnector: ({ origins, keys }) => {
    const origin = () => origins.shopee;
    return createShopeeConnector({
      sellerOrigin: origin,
      alternateSellerOrigin: () => null,
      socketOrigin: origin,
      mallOrigin: origin,
      imageOrigin: origin,
      signer: createSigner(keys.appKey),
    });
  },
  canListOffline: true,
  isMediaOpen: true,
  sendTimeoutMs: LIMITS.messageSendTimeoutMs,
  unreadableFrames: [
    { type: 'text', text: '42["message",{"message_type":"message","message_content":"{\\"id\\":"}]' },
    { type: 'text', text: '42["message",{"message_type":"message","message_content":{"id":"12"}}]' },
    { type: 'text', text: '42["message",{"message_type":"no_such_type","message_content":{}}]' },
    { type: 'text', text: '42not json' },
    { type: 'binary', bytes: new Uint8Array([4, 1, 2]) },
  ],
});
