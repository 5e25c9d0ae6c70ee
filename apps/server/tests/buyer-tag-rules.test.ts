import { CALLS } from '@pasar/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeTagger } from '../src/engine/tagging/tagger.ts';
import { ask, codeOf } from './harness/assignment-team.ts';
import { captureLog } from './harness/log.ts';
import { openTagRules, type TagRules } from './harness/tag-rules.ts';

const { buyerTagRules, changeBuyerTagRules, tryBuyerTagRule } = CALLS.buyerTagRules;
const { buyerTags } = CALLS;
const DAY_MS = 86_400_000;

let at: TagRules;
beforeAll(async () => {
  at = await openTagRules();
});
afterAll(() => at.close());
beforeEach(() => at.clear());

describe('the rules', () => {
  test('are none at first, and are changed by the main account, step by step, with a log', async () => {
    expect(await ask(at.main, buyerTagRules)).toEqual({ rules: [], sweeps: [], changes: [] });
    const rule = await at.switchOn(at.aRule());
    await at.step({ kind: 'put', rule: { ...rule, shopIds: [at.shopId('11')] } });
    await at.step({ kind: 'put', rule: { ...rule, shopIds: [at.shopId('11')] } });
    await at.step({ kind: 'switchOff', ruleId: rule.ruleId });
    const now = await ask(at.main, buyerTagRules);
    expect(now.rules).toEqual([{ ...rule, shopIds: [at.shopId('11')], onSince: null }]);
    expect(now.changes.map(({ event }) => event.kind)).toEqual(['switchedOff', 'changed', 'switchedOn', 'added']);
    expect(now.changes[0]?.changedBy).toBe('ours@x');
    await at.step({ kind: 'remove', ruleId: rule.ruleId });
    expect((await ask(at.main, buyerTagRules)).rules).toEqual([]);
  });

  test('are the main account’s alone, each account’s own, and name tags of the account', async () => {
    const rule = at.aRule();
    await at.step({ kind: 'put', rule });
    const put = JSON.stringify({ kind: 'put', rule });
    expect(await codeOf(at.sub, changeBuyerTagRules, { step: put })).toBe('no_permission');
    expect(await codeOf(at.sub, tryBuyerTagRule, { rule: JSON.stringify(rule) })).toBe('no_permission');
    expect(await codeOf(at.stranger, changeBuyerTagRules, { step: put })).toBe('not_found');
    const foreign = JSON.stringify({ kind: 'remove', ruleId: rule.ruleId });
    expect(await codeOf(at.stranger, changeBuyerTagRules, { step: foreign })).toBe('not_found');
    expect(await ask(at.stranger, buyerTagRules)).toEqual({ rules: [], sweeps: [], changes: [] });
  });

  test('keep their tag from being deleted, by anybody and also while they are off', async () => {
    const rule = at.aRule();
    await at.step({ kind: 'put', rule });
    const buyerTagId = at.vip;
    for (const visitor of [at.main, at.sub]) {
      expect(await codeOf(visitor, buyerTags.deleteTag, { buyerTagId })).toBe('buyer_tag_in_rule');
    }
    const hot = (await ask(at.main, buyerTags.saveTag, { buyerTagName: 'Hot', color: 'red' })).buyerTagId;
    await at.step({ kind: 'put', rule: { ...rule, tagId: hot } });
    await ask(at.sub, buyerTags.deleteTag, { buyerTagId });
    expect(await codeOf(at.main, changeBuyerTagRules, { step: JSON.stringify({ kind: 'put', rule }) })).toBe(
      'not_found',
    );
  });

  test('never name a tag that is deleted at the same moment', async () => {
    for (let n = 0; n < 10; n += 1) {
      const made = await ask(at.main, buyerTags.saveTag, { buyerTagName: `Tag ${n}`, color: 'red' });
      const step = JSON.stringify({ kind: 'put', rule: at.aRule({ tagId: made.buyerTagId }) });
      const codes = await Promise.all([
        codeOf(at.sub, buyerTags.deleteTag, { buyerTagId: made.buyerTagId }),
        codeOf(at.main, changeBuyerTagRules, { step }),
      ]);
      expect([
        ['success', 'not_found'],
        ['buyer_tag_in_rule', 'success'],
      ]).toContainEqual(codes);
    }
  });

  test('of two windows at the same moment are both kept, up to the most', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => at.step({ kind: 'put', rule: at.aRule({ name: `Rule ${n}` }) })),
    );
    expect((await ask(at.main, buyerTagRules)).rules).toHaveLength(50);
    const more = JSON.stringify({ kind: 'put', rule: at.aRule() });
    expect(await codeOf(at.main, changeBuyerTagRules, { step: more })).toBe('buyer_tag_rules_full');
  });
});

describe('a look at what is new', () => {
  test('tags who writes one of the words from now on, and nobody for what the shop or a robot writes', async () => {
    await at.hear('before', 'COD?');
    await at.switchOn(at.aRule());
    await at.hear('ann', 'Is ＣＯＤ possible?');
    await at.hear('bo', '可以货到付款吗');
    await at.hear('cy', 'Hello');
    await at.hear('dee', 'cod', { author: 'seller' });
    await at.hear('eve', 'cod', { author: 'robot' });
    await at.hear('old', 'cod', { sentAt: Date.now() - DAY_MS });
    await at.look();
    expect(await at.tagged()).toEqual(['ann VIP', 'bo VIP']);
    const { relations } = await ask(at.sub, buyerTags.getBuyerTagsInfo, { conversationId: await at.idOf('ann') });
    expect(relations).toMatchObject([{ buyerTagName: 'VIP', addedBy: 'Asks for COD', isByRule: true }]);
  });

  test('does nothing while no rule is on, in other shops, or in another account', async () => {
    await at.step({ kind: 'put', rule: at.aRule() });
    await at.hear('ann', 'cod');
    await at.look();
    expect((await at.owner('select from buyer_tag_watch')).rowCount).toBe(0);
    await at.switchOn(at.aRule({ shopIds: [at.shopId('12')] }));
    await at.hear('bo', 'cod');
    await at.hear('cy', 'cod', { shop: '12' });
    await at.hear('dee', 'cod', { shop: '99' });
    await at.look();
    await at.look(at.theirs);
    expect(await at.tagged()).toEqual(['cy VIP']);
  });

  test('does not contradict a member who takes the tag off, or who gave it', async () => {
    const rule = await at.switchOn(at.aRule());
    const buyerTagId = at.vip;
    await at.hear('ann', 'cod');
    await at.hear('bo', 'hello');
    await ask(at.main, buyerTags.addBuyerTagToBuyer, { conversationId: await at.idOf('bo'), buyerTagId });
    await at.hear('bo', 'cod');
    await at.look();
    for (const name of ['ann', 'bo']) {
      await ask(at.main, buyerTags.removeBuyerTagRelation, { conversationId: await at.idOf(name), buyerTagId });
      await at.hear(name, 'cod!');
    }
    await at.look();
    expect(await at.tagged()).toEqual([]);
    // Another rule, or another tag, is another thing.
    const hot = (await ask(at.main, buyerTags.saveTag, { buyerTagName: 'Hot', color: 'red' })).buyerTagId;
    await at.step({ kind: 'put', rule: { ...rule, tagId: hot } });
    await at.hear('ann', 'cod?');
    await at.look();
    expect(await at.tagged()).toEqual(['ann Hot']);
  });

  test('leaves the tags of a rule that is removed', async () => {
    const rule = await at.switchOn(at.aRule());
    await at.hear('ann', 'cod');
    await at.look();
    await at.step({ kind: 'remove', ruleId: rule.ruleId });
    expect(await at.tagged()).toEqual(['ann VIP']);
  });

  test('keeps the most tags of a buyer, and looks at the buyer again', async () => {
    await at.switchOn(at.aRule());
    await at.hear('ann', 'hello');
    for (let n = 0; n < 20; n += 1) {
      await ask(at.main, buyerTags.addBuyerTagToBuyer, {
        conversationId: await at.idOf('ann'),
        buyerTagName: `Tag ${n}`,
      });
    }
    await at.hear('ann', 'cod');
    await at.look();
    expect(await at.tagged()).toHaveLength(20);
    await at.owner("delete from buyer_tag where name = 'Tag 3'");
    await at.hear('ann', 'cod!');
    await at.look();
    expect(await at.tagged()).toContain('ann VIP');
  });

  test('tags whose order has the state, when the order changes and when the buyer writes first later', async () => {
    await at.hear('ann', 'hello');
    await at.book('ann', '1', 'unpaid');
    expect((await at.owner('select from buyer_tag_due')).rowCount).toBe(0);
    await at.switchOn(at.aRule({ condition: { kind: 'orders', statuses: ['refund'] } }));
    await at.book('ann', '1', 'refund');
    await at.book('bo', '2', 'refund');
    await at.book('cy', '3', 'finished');
    await at.look();
    expect(await at.tagged()).toEqual(['ann VIP']);
    await at.hear('bo', 'hello');
    await at.hear('cy', 'hello');
    await at.look();
    expect(await at.tagged()).toEqual(['ann VIP', 'bo VIP']);
    expect((await at.owner('select from buyer_tag_due')).rowCount).toBe(0);
  });

  test('tags who has spent enough, by the orders that count as sales', async () => {
    await at.switchOn(at.aRule({ condition: { kind: 'spent', least: { amount: '100', currency: 'THB' } } }));
    await at.hear('ann', 'hello');
    await at.book('ann', '1', 'finished', '60');
    await at.book('ann', '2', 'cancelled', '60');
    await at.look();
    expect(await at.tagged()).toEqual([]);
    await at.book('ann', '3', 'wait_seller_send', '40.00');
    await at.look();
    expect(await at.tagged()).toEqual(['ann VIP']);
  });

  test('is made once by several processes, and by one that died before its end', async () => {
    await at.switchOn(at.aRule());
    for (const name of ['a', 'b', 'c', 'd']) await at.hear(name, 'cod');
    await at.die();
    expect(await at.tagged()).toEqual([]);
    await Promise.all([at.look(), at.look(), at.look()]);
    expect(await at.tagged()).toHaveLength(4);
    expect((await at.owner('select buyer_count from buyer_tag')).rows).toEqual([{ buyer_count: 4 }]);
  });

  test('tells the windows that tags have changed, and the tags of each buyer in one page', async () => {
    await at.switchOn(at.aRule());
    for (const name of ['ann', 'bo']) await at.hear(name, 'cod');
    const { seq } = await ask(at.main, CALLS.chat.snapshot);
    const window = await at.main.live(seq);
    await at.look();
    await window.until(({ changes }) => changes.some(({ kind }) => kind === 'buyerTags'));
    expect(window.changes.map(({ kind }) => kind)).toEqual(['conversation', 'conversation', 'buyerTags']);
    expect(window.changes.map(({ conversation }) => conversation)).toMatchObject([
      { tagIds: [at.vip] },
      { tagIds: [at.vip] },
      undefined,
    ]);
    window.close();
  });

  test('is made by a process by itself', async () => {
    await at.switchOn(at.aRule());
    const { database } = at.harness;
    const tagger = makeTagger({
      database: database.engine,
      log: captureLog().logger,
      isTaking: () => false,
      now: Date.now,
    });
    tagger.start();
    await at.hear('ann', 'cod');
    await expect.poll(at.tagged, { timeout: 20_000 }).toEqual(['ann VIP']);
    await tagger.stop();
  });
});
