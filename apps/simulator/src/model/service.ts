/**
 * A language model behind the OpenAI chat API by its published schema: POST /chat/completions, with its errors 400,
 * 401, 429 and 500. It writes no new words: its answer is made of what it was asked.
 */
import { z } from 'zod';

export const MODEL_KEY = 'simulated-model-key';
export const MODEL_NAME = 'simulated-model';

/** What the model does wrong from now on. `silent` answers only when the fault ends. */
export const MODEL_FAULTS = ['busy', 'broken', 'shapeless', 'hostile', 'silent'] as const;
export type ModelFault = (typeof MODEL_FAULTS)[number];

export interface ModelAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const chatBody = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
});
/** What the answer is made of, where the last message has it. */
const dataShape = z.object({
  conversation: z.array(z.object({ from: z.string(), text: z.string() })).default([]),
  text: z.string().default(''),
});

const HOSTILE = '<img src=x onerror="window.__hostile=1"><script>window.__hostile=1</script>';

const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): ModelAnswer => ({
  status,
  headers,
  body,
});
const refuse = (status: number, message: string, type: string, headers: Readonly<Record<string, string>> = {}) =>
  answer(status, { error: { message, type, param: null, code: null } }, headers);

export class ModelService {
  #fault: ModelFault | null = null;
  #waiting: (() => void)[] = [];
  /** The messages of every request that was let in, in order. */
  readonly asked: (readonly { readonly role: string; readonly content: string }[])[] = [];

  get fault(): ModelFault | null {
    return this.#fault;
  }
  /** Ends the silence of those who wait. */
  set fault(next: ModelFault | null) {
    this.#fault = next;
    for (const go of this.#waiting.splice(0)) go();
  }

  async complete(authorization: string | undefined, body: unknown): Promise<ModelAnswer> {
    if (authorization !== `Bearer ${MODEL_KEY}`) {
      return refuse(401, 'Incorrect API key provided.', 'invalid_request_error');
    }
    const read = chatBody.safeParse(body);
    if (!read.success) return refuse(400, 'Invalid body: messages are required.', 'invalid_request_error');
    const { model, messages } = read.data;
    if (model !== MODEL_NAME) return refuse(404, `The model ${model} does not exist.`, 'invalid_request_error');
    this.asked.push(messages);
    if (this.#fault === 'silent') await new Promise<void>((go) => this.#waiting.push(go));
    if (this.#fault === 'busy') return refuse(429, 'Rate limit reached.', 'requests', { 'retry-after': '1' });
    if (this.#fault === 'broken') return refuse(500, 'The server had an error.', 'server_error');
    if (this.#fault === 'shapeless') return answer(200, { choices: [] });
    const content = `${this.#fault === 'hostile' ? HOSTILE : ''}${written(messages.map((message) => message.content))}`;
    return answer(200, {
      id: `chatcmpl-${this.asked.length}`,
      object: 'chat.completion',
      model,
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    });
  }
}

/** By the words of the task in the first message; the same question has the same answer. */
function written([task = '', last = '{}']: readonly string[]): string {
  const { conversation, text } = dataOf(last);
  if (/shorter/i.test(task)) return text.slice(0, Math.ceil(text.length / 2)).trim();
  if (/friendlier/i.test(task)) return `${text} 😊`;
  const question = conversation.findLast(({ from }) => from === 'buyer')?.text ?? '';
  return `Thank you for your message “${question}”. We are looking into it.`;
}

function dataOf(content: string): z.infer<typeof dataShape> {
  try {
    return dataShape.parse(JSON.parse(content));
  } catch {
    return { conversation: [{ from: 'buyer', text: content }], text: content };
  }
}
