// The questions of the page, typed. The shapes are those of the crate `ndoku-api`; the server describes them in its OpenAPI document.

import type { Candidate } from '../model/game.ts';
import type { House } from '../model/layout.ts';
import type { Mark } from '../model/picture.ts';
import type { LayoutAsk } from '../model/share.ts';
import type { Engine } from './engine.ts';

/** A puzzle in a question: a text, or numbers in a layout. */
export interface Ask {
  puzzle: string | { clues: number[]; candidates?: number[][] };
  layout?: LayoutAsk;
}

/** A puzzle in an answer. */
export interface Grid {
  size: number;
  description: string;
  layout: LayoutAsk;
  symbols: string[];
  regions: number[] | null;
  houses: House[];
  clues: number[];
  placed?: number[];
  candidates?: number[][];
  solution?: number[];
  title?: string;
  author?: string;
  text: string;
  line: string;
}

export interface Problem {
  title: string;
  detail: string;
  hint?: string;
  line?: number;
  column?: number;
  cells?: number[];
}

export interface Step {
  technique: string;
  name: string;
  rating: number;
  placements: Candidate[];
  eliminations: Candidate[];
  nudge: string;
  where: string;
  what: string;
  text: string;
  marks: Mark[];
}

export interface State {
  digits: number[];
  candidates?: number[][];
}

export type Mistake = { kind: 'digit' | 'candidate' } & Candidate;

export interface HintAnswer {
  status: 'hint' | 'several' | 'wrong' | 'solved' | 'stuck' | 'none' | 'stopped';
  mistakes: Mistake[];
  step: Step | null;
}

export interface PathAnswer {
  status: 'solved' | 'stuck' | 'several' | 'wrong' | 'none' | 'stopped';
  mistakes: Mistake[];
  steps: Step[];
  /** Null if there is no step. */
  rating: number | null;
  level: string | null;
}

export interface RateAnswer {
  status: 'rated' | 'none' | 'several' | 'stopped';
  profile: string;
  er: number | null;
  ep: number | null;
  ed: number | null;
  hardest: string | null;
  level: string | null;
}

export interface GenerateAsk {
  layout: LayoutAsk;
  random_regions?: boolean;
  seed: number;
  level?: string;
  symmetry?: string;
}

export interface GenerateAnswer {
  status: 'made' | 'missing' | 'stopped';
  puzzles: { puzzle: Grid; solution: number[]; rating: number | null; level: string | null }[];
  missing: string[];
}

export interface Entry {
  id: string;
  summary: string;
  name?: string;
  read?: boolean;
  write?: boolean;
}

/** The methods of an engine. */
export class Api {
  private readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  read(
    text: string,
    layout: LayoutAsk = {},
    limit = 20,
  ): Promise<{ puzzles: Grid[]; errors: Problem[]; more: boolean }> {
    return this.ask('read', { text, layout: withoutSize(layout), limit });
  }

  solve(
    ask: Ask,
    signal?: AbortSignal,
  ): Promise<{
    status: 'unique' | 'multiple' | 'none' | 'solved' | 'stopped';
    solutions: number[][];
  }> {
    return this.ask('solve', ask, signal);
  }

  count(ask: Ask, signal?: AbortSignal): Promise<{ count: string; exact: boolean }> {
    return this.ask('count', ask, signal);
  }

  candidates(
    ask: Ask,
    signal?: AbortSignal,
  ): Promise<{ status: 'found' | 'none' | 'stopped'; candidates: number[][] }> {
    return this.ask('candidates', ask, signal);
  }

  check(ask: Ask): Promise<{
    status: 'ok' | 'conflict';
    full: boolean;
    conflicts: { message: string; cells: number[] }[];
  }> {
    return this.ask('check', ask);
  }

  hint(ask: Ask & { state: State }, signal?: AbortSignal): Promise<HintAnswer> {
    return this.ask('hint', ask, signal);
  }

  path(ask: Ask & { state?: State }, signal?: AbortSignal): Promise<PathAnswer> {
    return this.ask('path', ask, signal);
  }

  rate(ask: Ask, signal?: AbortSignal): Promise<RateAnswer> {
    return this.ask('rate', ask, signal);
  }

  generate(ask: GenerateAsk, signal?: AbortSignal): Promise<GenerateAnswer> {
    return this.ask('generate', ask, signal);
  }

  convert(ask: Ask & { to: string }): Promise<{ text: string; lost: string[] }> {
    return this.ask('convert', ask);
  }

  async formats(): Promise<Entry[]> {
    return (await this.ask<{ formats: Entry[] }>('formats', {})).formats;
  }

  async rules(): Promise<Entry[]> {
    return (await this.ask<{ rules: Entry[] }>('rules', {})).rules;
  }

  private ask<Answer>(method: string, request: object, signal?: AbortSignal): Promise<Answer> {
    return this.engine.call(method, request, signal) as Promise<Answer>;
  }
}

/** A text shows its size itself. */
function withoutSize({ size, ...layout }: LayoutAsk): LayoutAsk {
  return layout;
}
