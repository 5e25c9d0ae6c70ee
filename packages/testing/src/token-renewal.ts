/**
 * Answers to token renewals. DOCUMENTED: the platforms' own examples, with their worthless tokens. Where an example is
 * not valid JSON, or lacks a field that its document lists, the comment names the change. OURS: the documented shape
 * with values that no example shows.
 */

/** v2.public.refresh_access_token, response and error example (schema copy of August 2026). */
export const SHOPEE_DOCUMENTED = {
  renewed:
    '{"error":"","message":"","request_id":"83089a02e46d77b64882c0c93aba5267","partner_id":2001887,"shop_id":322300222,' +
    '"access_token":"71594a4c54537649697341796363674a","refresh_token":"516c6b577753554375764a63704d7245","expire_in":14400}',
  refused: '{"error":"error_auth","message":"Invalid refresh_token.","request_id":"d95d6db199da20e3fe1c913a54dc6746"}',
} as const;
export const SHOPEE_OURS = {
  /** A merchant's answer, with an id beyond 2^53. */
  merchant:
    '{"error":"","message":"","request_id":"r","partner_id":2001887,"merchant_id":18446744073709551615,' +
    '"access_token":"a","refresh_token":"r","expire_in":14400}',
  /** Errors and messages of the document's own list, in the shape of its error example. */
  refusal: (error: string, message: string): string => JSON.stringify({ error, message, request_id: 'r' }),
} as const;

/** RefreshAccessToken's own example, and the guide's example of a cross-border seller with a missing comma added. */
export const LAZADA_DOCUMENTED = {
  renewed:
    '{"access_token":"50000601c30atpedfgu3LVvik87Ixlsvle3mSoB7701ceb156fPunYZ43GBg","country":"sg",' +
    '"refresh_token":"500016000300bwa2WteaQyfwBMnPxurcA0mXGhQdTt18356663CfcDTYpWoi","account_id":"7063844","code":"0",' +
    '"country_user_info_list":[{"country":"sg","user_id":"10101","seller_id":"1001","short_code":"SG001"}],' +
    '"account_platform":"seller_center","refresh_expires_in":"60","expires_in":"10",' +
    '"request_id":"0ba2887315178178017221014","account":"xxx@126.com"}',
  crossBorder:
    '{"access_token":"50000601c30atpedfgu3LVvik87Ixlsvle3mSoB7701ceb156fPunYZ43GBg",' +
    '"refresh_token":"500016000300bwa2WteaQyfwBMnPxurcA0mXGhQdTt18356663CfcDTYpWoi","country":"cb",' +
    '"refresh_expires_in":259200,"account_platform":"seller_center","expires_in":259200,"account":"xxx@126.com",' +
    '"country_user_info":[{"country":"sg","seller_id":"1001","user_id":10101},' +
    '{"country":"my","seller_id":"2001","user_id":20101}]}',
} as const;
export const LAZADA_OURS = {
  /** Codes and messages of the document's list, in the platform's failure shape. */
  refusal: (code: string, type: string, message: string): string =>
    JSON.stringify({ code, type, message, request_id: 'r' }),
} as const;

/** The authorization overview's example of the call, with a missing comma added. */
export const TIKTOK_DOCUMENTED = {
  renewed:
    '{"code":0,"message":"success","data":{"access_token":"TTP_Fw8rBwAAAAAkW03FYd09DG-9INtpw361hWthei8S3fHX8iPJ5AUv99f' +
    'LSCYD9-UucaqxTgNRzKZxi5-tfFMtdWqglEt5_iCk","access_token_expire_in":1660556783,' +
    '"refresh_token":"TTP_NTUxZTNhYTQ2ZDk2YmRmZWNmYWY2YWY2YzkxNGYwNjQ3YjkzYTllYjA0YmNlMw",' +
    '"refresh_token_expire_in":1691487031,"open_id":"7010736057180325637","seller_name":"Jjj test shop",' +
    '"seller_base_region":"ID","user_type":0,"granted_scopes":["seller.affiliate_collaboration.read",' +
    '"seller.affiliate_collaboration.write"]},"request_id":"2022080809462301024509910319695C45"}',
} as const;
export const TIKTOK_OURS = {
  /** The documents list no codes of this call. */
  refusal: (code: number, message: string): string => JSON.stringify({ code, message, request_id: 'r' }),
} as const;
