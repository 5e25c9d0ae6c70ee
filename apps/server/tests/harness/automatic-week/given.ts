export type AnswerKind = 'welcome' | 'faq' | 'keyword' | 'default';

interface GivenAnswer {
  readonly kind: AnswerKind;
  /** By the server's clock, and the day of the shop's wall clock. */
  readonly at: number;
  readonly day: string;
  /** Of the messages in the ledger that are its parts. */
  readonly keys: readonly string[];
}

/** The automatic answers of a conversation that a buyer has, or may have. One of which no part arrived was not given. */
export class GivenAnswers {
  #answers: readonly GivenAnswer[] = [];

  put(answer: GivenAnswer): void {
    this.#answers = [...this.#answers, answer];
  }

  /** `failed`: the messages that the marketplace has refused, or that were withdrawn. */
  forget(failed: ReadonlySet<string>): void {
    this.#answers = this.#answers.filter(({ keys }) => !keys.every((key) => failed.has(key)));
  }

  isGreetedOn(day: string): boolean {
    return this.#answers.some((answer) => answer.kind === 'welcome' && answer.day === day);
  }
  get greetedAt(): number | null {
    return this.#lastOf(['welcome']);
  }
  /** The last answer that counts for the limit. */
  get countedAt(): number | null {
    return this.#lastOf(['keyword', 'default']);
  }
  get lastAt(): number | null {
    return this.#lastOf(['welcome', 'faq', 'keyword', 'default']);
  }

  #lastOf(kinds: readonly AnswerKind[]): number | null {
    return this.#answers.findLast(({ kind }) => kinds.includes(kind))?.at ?? null;
  }
}
