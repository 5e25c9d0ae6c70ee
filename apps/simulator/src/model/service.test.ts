import { describe, expect, it } from 'vitest';
import { MODEL_KEY, MODEL_NAME, ModelService } from './service.ts';

const ask = (service: ModelService, task: string, data: object, key = MODEL_KEY) =>
  service.complete(`Bearer ${key}`, {
    model: MODEL_NAME,
    messages: [
      { role: 'system', content: task },
      { role: 'user', content: JSON.stringify(data) },
    ],
  });
const wordsOf = (content: string) => ({ status: 200, body: { choices: [{ message: { content } }] } });

describe('the simulated language model', () => {
  it('answers the same question in the same way, by what it was asked', async () => {
    const service = new ModelService();
    const data = { conversation: [{ from: 'buyer', text: 'Is it blue?' }], text: 'one two' };
    const answer = wordsOf('Thank you for your message “Is it blue?”. We are looking into it.');
    expect(await ask(service, 'Write an answer', data)).toMatchObject(answer);
    expect(await ask(service, 'Write an answer', data)).toMatchObject(answer);
    expect(await ask(service, 'Write it shorter', data)).toMatchObject(wordsOf('one'));
    expect(await ask(service, 'Write it friendlier', data)).toMatchObject(wordsOf('one two 😊'));
  });

  it('refuses as its schema says', async () => {
    const service = new ModelService();
    expect(await ask(service, 'x', {}, 'another')).toMatchObject({ status: 401 });
    expect(await service.complete(`Bearer ${MODEL_KEY}`, {})).toMatchObject({ status: 400 });
    expect(
      await service.complete(`Bearer ${MODEL_KEY}`, { model: 'x', messages: [{ role: 'user', content: 'x' }] }),
    ).toMatchObject({ status: 404 });
    expect(service.asked).toEqual([]);
  });

  it('has the fault that it is given', async () => {
    const service = new ModelService();
    service.fault = 'busy';
    expect(await ask(service, 'x', {})).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    service.fault = 'broken';
    expect(await ask(service, 'x', {})).toMatchObject({ status: 500 });
    service.fault = 'silent';
    const waiting = ask(service, 'friendlier', { text: 'x' });
    service.fault = null;
    expect(await waiting).toMatchObject(wordsOf('x 😊'));
  });
});
