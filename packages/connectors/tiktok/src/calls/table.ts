/** Every catalogue call of this marketplace, once. */
import type { MarketplaceCall } from '@pasar/connector-kit';
import type { TiktokScope } from '../wire/scope.ts';
import { creatorRecommendationCall, inviteCall } from './affiliate.ts';
import {
  chatTokenCall,
  csrfTokenCall,
  historyConversationCall,
  historyMsgCall,
  metaInfoCall,
  setStarCall,
  userInfoCall,
} from './chat.ts';
import { translateCall, uploadImageCall } from './media.ts';
import { orderDetailCall, orderListCall } from './orders.ts';
import {
  emailCheckCodeCall,
  emailCodeLoginCall,
  emailSendCodeCall,
  passportLoginCall,
  sendCodeCall,
  smsLoginCall,
} from './passport.ts';
import { chatProductListCall, productDetailCall, productListCall, productSkusCall } from './products.ts';
import { sellerCommonCall } from './shop.ts';
import {
  ssoAccountLoginCall,
  ssoActivateEmailLoginCall,
  ssoQuickLoginCall,
  ssoSendActivationCodeCall,
  ssoSendEmailActivateCodeCall,
} from './sso.ts';
import { captchaGetCall, captchaVerifyCall, ttwidCheckCall, ttwidRegisterCall } from './visitor.ts';

export const TIKTOK_CALLS: readonly MarketplaceCall<TiktokScope, never, unknown>[] = [
  productListCall,
  productSkusCall,
  sellerCommonCall,
  orderListCall,
  chatProductListCall,
  translateCall,
  productDetailCall,
  orderDetailCall,
  chatTokenCall,
  historyConversationCall,
  historyMsgCall,
  userInfoCall,
  metaInfoCall,
  setStarCall,
  uploadImageCall,
  csrfTokenCall,
  inviteCall,
  creatorRecommendationCall,
  passportLoginCall,
  smsLoginCall,
  emailCheckCodeCall,
  emailCodeLoginCall,
  sendCodeCall,
  emailSendCodeCall,
  ssoAccountLoginCall,
  ssoQuickLoginCall,
  ssoActivateEmailLoginCall,
  ssoSendActivationCodeCall,
  ssoSendEmailActivateCodeCall,
  ttwidCheckCall,
  ttwidRegisterCall,
  captchaGetCall,
  captchaVerifyCall,
];
