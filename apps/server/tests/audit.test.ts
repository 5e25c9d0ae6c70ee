import { CALLS, type Call, type CallInput } from '@pasar/api';
import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSpreadsheet } from '../src/files/spreadsheet/read.ts';
import { isAudited } from '../src/http/audit-actions.ts';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { type AnyAnswer, openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { auditTrail, exportAudit } = CALLS.audit;

let database: TestDatabase;
let web: TestWeb;
let tenants = 0;
let tenant: TestTenant;
let main: Visitor;
let sub: Visitor;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
});
beforeEach(async () => {
  tenants += 1;
  const anna = {
    username: `audit${tenants}:anna`,
    password: 'right',
    name: 'Anna',
    permissionCodeList: ['chat', 'shopManager'] as const,
    shops: [{ marketplace: 'shopee' as const, platformShopId: '11' }],
  };
  tenant = await makeTenant(database, `audit${tenants}@x`, [['11', '12']], [anna]);
  main = new Visitor(web.origin);
  sub = new Visitor(web.origin);
  await main.logIn(CALLS.account.login, `audit${tenants}@x`, 'right');
  await sub.logIn(CALLS.account.login, anna.username, 'right');
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const codeOf = (answer: AnyAnswer) => (answer.result === 'fail' ? answer.code : answer.result);
function success(answer: AnyAnswer): unknown {
  if (answer.result !== 'success') throw new Error(answer.reason);
  return answer.data;
}
async function trail(filter: Partial<Record<keyof CallInput<typeof auditTrail>, string>> = {}, visitor = main) {
  const answer = await visitor.call(auditTrail, filter);
  if (answer.result !== 'success') throw new Error(answer.reason);
  return auditTrail.output.parse(answer.data);
}
const alias = (visitor: Visitor, userId: string, name: string) =>
  visitor.call(CALLS.shops.updateShopAlias, { userId, platform: 'shopee', alias: name });

/** Calls that change nothing that the main account would ask about, each with the reason. */
const UNTOLD: Readonly<Record<string, string>> = {
  'account/getAccount account/getUiConfig account/keepLive': 'read',
  'registration/sendValidateCode registration/sendEmailCode registration/send_find_password_email':
    'by somebody who is not known yet',
  'chat/beginVideo chat/cancelVideo chat/putVideoPart chat/openConversation chat/searchAtMarketplaces chat/resendVideo chat/retryDelivery':
    'sending',
  'chat/sendCard chat/sendImage chat/sendText chat/sendVideo chat/takeReplyVideo chat/checkDelivery chat/dismissDelivery':
    'sending',
  'chat/colleagues chat/getImToken chat/getPlatformItemIdAndIsConsultMap chat/getUserCollectProductIds chat/querySessionList':
    'read',
  'chat/searchConsultPlatformItemIds chat/saveConsultPlatformItem chat/unknownMessageTypeLog chat/showTyping': 'report',
  'chat/favoriteConversation chat/markMessage chat/markRead chat/markUnread chat/muteConversation chat/setAside':
    'own view',
  'chat/pinnedConversation chat/patchConversationPinned chat/saveUserCollectProductIds': 'own view',
  'chat/getConversationHasPinned chat/getBuyerLastReplyTime': 'read',
  'chat/updateBuyerReplyTime': 'report',
  'conversationLists/saveConversationView conversationLists/removeConversationView conversationLists/stopBulk':
    'own view, or a part of another call',
  'remarks/addBuyerRemark remarks/planRemarks': 'the remark has author and time',
  'chatSettings/getChatSetting': 'read',
  'autoReply/getCountryAndReplySettingMap autoReply/tryAutoReply autoReply/getTimerQueueAndConfigMap': 'read',
  'autoReply/getAutoReplyLock': 'the log of automatic answers says that it was taken',
  'automation/saveAutomaticPicture automation/beginAutomaticVideo automation/putAutomaticVideoPart automation/endAutomaticVideo':
    'a part of another call',
  'bulkSend/previewBulkSend bulkSend/previewBulkSendRecipients bulkSend/readOrderNumbers bulkSend/exportWrongOrderNumbers bulkSend/exportBulkSend bulkSend/getSkipSendByHaveOrderCare':
    'read',
  'orderCare/previewOrderCare orderCare/previewOrderCareRecipients orderCare/searchOrderCareTaskItemList orderCare/getOrderIdAndOrderCareTypeListMap orderCare/getOrderCareTaskList':
    'read',
  'orderCare/getOrderCareContent': 'read',
  'bulkSend/lockTimerTask bulkSend/heartbeat bulkSend/takeBatchSendRecipients bulkSend/updateBatchSendTaskResult bulkSend/saveSendMessageLogs':
    'what a program sends; the task shows it',
  'remarks/getRemarkCount remarks/getRemarkList': 'read',
  'search/searchEverything': 'read',
  'remarks/saveRemarkPicture': 'a part of another call',
  'buyerTags/getTagList buyerTags/getBuyerListByBuyerTagId buyerTags/getBuyerTagBuyerList buyerTags/getBuyerTagsInfo':
    'read',
  'buyerTags/addBuyerTagToBuyer buyerTags/batchAddBuyerTagToBuyer': 'the relation has author and time',
  'buyerTags/removeBuyerTagRelation buyerTags/removeBuyerTagRelationByRelationId':
    'a mark of the team, put back at once',
  'buyers/writeBuyerNote buyers/changeBuyerNote': 'the note has author and time',
  'data/deleteAccount': 'the trail goes with the account',
  'bulkSend/readFans orderBook/manualRsyncOpOrder orderBook/tryRsyncOpOrder readings/readNow readings/stopReading readings/saveReadingSetting':
    'reads from the marketplaces, or says how often',
  'readings/markSeen notifications/readNotification notifications/readAllNotifications': 'says what was seen',
  'afterSales/afterSalesCases afterSales/afterSalesCounts reviews/listReviews reviews/reviewCounts': 'read',
  'notifications/listNotifications notifications/notificationCounts': 'read',
  'orderBook/searchOrderList orderBook/getTabAndOrderCountMap': 'read',
  'orders/getBuyerInfoByPlatformOrderSn orders/getBuyerUnfinishedOrderSns products/getProductSourceDetail': 'read',
  'quickReplies/getGroupList quickReplies/getContentList quickReplies/getConfig quickReplies/getShortcuts': 'read',
  'quickReplies/countUse quickReplies/savePicture quickReplies/beginReplyVideo quickReplies/putReplyVideoPart quickReplies/endReplyVideo':
    'a part of another call',
  'routing/testProxy routing/testSubject routing/saveProxyStat routing/getHasProxyUserList': 'read',
  'routing/getAccountSimpleSubjectList routing/getBoosterProxy routing/getDomainSwitchType': 'read',
  'security/beginSignOn security/beginSignOnLink security/beginPasskey security/beginPasskeyLogin security/secondFactor security/beginSecondFactor':
    'a part of another call',
  'security/signOn security/passkeys security/sessions team/apiTokens team/getChildAccountList team/getChildUserCnt':
    'read',
  'shopWorkbook/judgeShops': 'read',
  'shops/arrangeShops shops/hideShop': 'own view',
  'shops/checkStatus shops/getCnscHasBindShopIds shops/getCountryAndUserListMap shops/getTiktokHasBindUserIds': 'read',
  'shops/saveCnscLoginLog signIn/answerChallenge signIn/cancelSignIn': 'a part of the login',
  'statistics/figures statistics/shopDashboard statistics/wallet statistics/rates statistics/bankAccounts': 'read',
  'teamFigures/teamFigures teamFigures/teamWaits teamFigures/responseShares teamFigures/exportTeamFigures responseRules/responseRules assignmentRules/assignmentRules buyerTagRules/buyerTagRules buyerTagRules/tryBuyerTagRule':
    'read',
  'statistics/saveRates': 'the rates have author and time',
  'suggestions/previewSuggestion suggestions/agreeToSuggestions suggestions/suggest': 'a draft',
  'timer/openGetOpOrderRsyncWsSubQueue timer/saveOpOrdersByQueueMessage timer/saveOpOrdersToDbInTime':
    'orders as their marketplaces tell them',
  'together/assign together/handOver': 'the history of the conversation has author and time',
  'together/setPresence together/seeMentions together/saveDraft': 'own view',
  'together/writeNote together/changeNote together/deleteNote': 'the note has author and time',
  'together/assignees together/assignments together/notes together/mentionsOfMe together/drafts together/leftDraft':
    'read',
  'translation/translateLanguage translation/translateToChinese translation/translateToCountryLanguage': 'read',
  'translation/translateMessages translation/switchConversationTranslation': 'own view',
  'webhooks/webhooks webhooks/webhookDeliveries': 'read',
  'webhooks/testWebhook webhooks/resendWebhookEvent': 'stands in the log of the webhook',
};

test('every call that changes something is told in the trail, or is named here with the reason', () => {
  const untold = new Set(Object.keys(UNTOLD).flatMap((names) => names.split(' ')));
  const calls = Object.entries(CALLS).flatMap(([feature, group]) =>
    (Object.entries(group) as [string, Call][])
      .filter(([, { method }]) => method === 'POST')
      .map(([name, call]) => ({ name: `${feature}/${name}`, call })),
  );
  const missing = calls.filter(({ name, call }) => isAudited(call) === untold.has(name)).map(({ name }) => name);
  expect(missing).toEqual([]);
});

describe('the audit trail', () => {
  test('tells who did what to which shop, from where, the newest first', async () => {
    expect(codeOf(await alias(sub, '11', 'Night shop'))).toBe('success');
    const { entries, hasMore } = await trail();
    expect(hasMore).toBe(false);
    expect(entries.map(({ username, action, subject }) => [username, action, subject])).toEqual([
      [`audit${tenants}:anna`, 'shop_changed', 'shop 11'],
      [`audit${tenants}:anna`, 'login', null],
      [`audit${tenants}@x`, 'login', null],
    ]);
    expect(entries[0]).toMatchObject({ memberName: 'Anna', address: '127.0.0.1' });
    expect(Math.abs((entries[0]?.at ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('names the shop of a call that names a conversation or a shop', async () => {
    const { shopId } = (
      await database.owner.query(
        'select shop_id as "shopId" from shop where account_id = $1 and platform_shop_id = $2',
        [tenant.accountId, '12'],
      )
    ).rows[0];
    expect(codeOf(await main.call(CALLS.suggestions.switchSuggestions, { shopId, isOn: false }))).toBe('success');
    expect((await trail()).entries[0]).toMatchObject({ action: 'suggestions_switched', shopName: 'shop 12' });
    expect((await trail({ shopId })).entries).toHaveLength(1);
  });

  test('tells nothing of a call that was refused', async () => {
    expect(codeOf(await alias(sub, '12', 'Not hers'))).toBe('not_found');
    expect((await trail()).entries.map(({ action }) => action)).toEqual(['login', 'login']);
  });

  test('holds no secret and no password', async () => {
    const canary = 'canary-5d1e-secret';
    const rights = { name: 'Bo', groupName: null, permissionCodeList: [], responsibility: { kind: 'all' as const } };
    await main.call(CALLS.team.saveChildAccount, { username: 'bo', password: canary, ...rights });
    await main.call(CALLS.security.changePassword, { present: 'right', password: `${canary}-2` });
    await main.call(CALLS.signIn.startSignIn, {
      marketplace: 'shopee',
      country: 'SG',
      identifier: 'shop@example.com',
      password: canary,
    });
    const found = await database.owner.query('select row_to_json(audit_entry)::text as row from audit_entry');
    expect(found.rows.map(({ row }) => row).join('\n')).not.toContain(canary);
    expect((await trail()).entries.map(({ action, subject }) => [action, subject]).slice(0, 3)).toEqual([
      ['shop_login', 'shop@example.com'],
      ['password_changed', null],
      ['member_added', 'bo'],
    ]);
  });

  test('tells of failed logins of members that exist, and of no more than five an hour', async () => {
    const guess = (name: string, password: string, code?: string) =>
      new Visitor(web.origin).call(CALLS.account.login, { mobile: name, password, ...(code && { code }) });
    for (let each = 0; each < 7; each += 1) await guess(`audit${tenants}:anna`, 'wrong');
    await guess('nobody@nowhere', 'wrong');
    const failed = async () => (await trail({ action: 'login_failed' })).entries;
    await expect.poll(async () => (await failed()).length).toBe(5);
    expect((await failed())[0]).toMatchObject({
      username: `audit${tenants}:anna`,
      address: '127.0.0.1',
      subject: null,
    });

    const { secret } = CALLS.security.beginSecondFactor.output.parse(
      success(await main.call(CALLS.security.beginSecondFactor, { present: 'right' })),
    );
    await main.call(CALLS.security.confirmSecondFactor, { code: await generate({ secret }) });
    await guess(`audit${tenants}@x`, 'right', '000000');
    await expect.poll(async () => (await trail({ action: 'login_code_failed' })).entries.length).toBe(1);
    // The seven guesses were written by now, because one is written after the other.
    expect(await failed()).toHaveLength(5);
  });

  test('is filtered by member, action and time, and read page by page', async () => {
    await database.owner.query(
      `insert into audit_entry (account_id, member_id, member_name, username, address, action)
       select $1, $2, 'Old', 'old', '::1', 'shop_changed' from generate_series(1, 120)`,
      [tenant.accountId, tenant.mainId],
    );
    const pages = [await trail({ action: 'shop_changed' })];
    while (pages.at(-1)?.hasMore) {
      const before = pages.at(-1)?.entries.at(-1)?.entryId ?? '';
      pages.push(await trail({ action: 'shop_changed', before }));
    }
    expect(pages.map(({ entries }) => entries.length)).toEqual([50, 50, 20]);
    expect(new Set(pages.flatMap(({ entries }) => entries.map(({ entryId }) => entryId))).size).toBe(120);
    expect((await trail({ memberId: tenant.mainId, action: 'login' })).entries).toHaveLength(1);
    expect((await trail({ from: String(Date.now() + 60_000) })).entries).toEqual([]);
    expect((await trail({ to: String(Date.now() - 3_600_000) })).entries).toEqual([]);
  });

  test('is read by the main account alone, and of its own account', async () => {
    expect(codeOf(await sub.call(auditTrail))).toBe('no_permission');
    expect(codeOf(await sub.call(exportAudit))).toBe('no_permission');
    tenants += 1;
    await makeTenant(database, `audit${tenants}@x`, []);
    const other = new Visitor(web.origin);
    await other.logIn(CALLS.account.login, `audit${tenants}@x`, 'right');
    expect((await trail({}, other)).entries).toHaveLength(1);
  });

  test('is changed and deleted by nobody who serves members', async () => {
    const change = (statement: string) =>
      database.app.within({ accountId: tenant.accountId, memberId: tenant.mainId, shops: 'all' }, (transaction) =>
        transaction.query(statement),
      );
    await expect(change("update audit_entry set address = 'elsewhere'")).rejects.toThrow(/permission denied/);
    await expect(change('delete from audit_entry')).rejects.toThrow(/permission denied/);
  });

  test('outlives the member and the shop', async () => {
    await alias(sub, '11', 'Night shop');
    await main.call(CALLS.shops.deleteUser, { userId: '11', platform: 'shopee' });
    const listed = await main.call(CALLS.team.getChildAccountList);
    if (listed.result !== 'success') throw new Error(listed.reason);
    const [child] = CALLS.team.getChildAccountList.output.parse(listed.data).children;
    await main.call(CALLS.team.deleteChildAccount, { memberId: child?.memberId });
    expect((await trail()).entries.map(({ memberName, action, subject }) => [memberName, action, subject])).toEqual([
      [`audit${tenants}@x`, 'member_deleted', `audit${tenants}:anna`],
      [`audit${tenants}@x`, 'shop_unbound', 'Night shop'],
      ['Anna', 'shop_changed', 'shop 11'],
      ['Anna', 'login', null],
      [`audit${tenants}@x`, 'login', null],
    ]);
  });

  test('comes as a workbook', async () => {
    await alias(sub, '11', '=1+1');
    const answer = await main.call(exportAudit, { action: 'shop_changed' });
    if (answer.result !== 'success') throw new Error(answer.reason);
    const { fileName, file } = exportAudit.output.parse(answer.data);
    expect(fileName).toMatch(/^audit-\d{4}-\d\d-\d\d\.xlsx$/);
    const read = await readSpreadsheet(Buffer.from(file, 'base64'), 'en', 1_000);
    expect(read).toMatchObject({ kind: 'rows' });
    expect(JSON.stringify(read)).toContain('shop_changed');
  });
});
