// The methods of the API. `npm run types` generates `openapi.d.ts` from the OpenAPI document of the
// crate `ndoku-api`.

import { language } from '../i18n.ts';
import type { Engine } from './engine.ts';
import type { components, paths } from './openapi.d.ts';

type Schemas = components['schemas'];

/** A puzzle in a request: a text, or numbers in a layout. */
export type PuzzleRequest = Schemas['CheckRequest'];
/** A layout in a request. Missing fields are taken from the text of the puzzle. */
export type LayoutRequest = Schemas['Layout'];
/** The name of a set of symbols. The engine refuses unknown names. */
export type SymbolsName = NonNullable<LayoutRequest['symbols']>;
/** The name of a format that can be written. */
export type FormatName = Schemas['ConvertRequest']['to'];
export type GenerateRequest = Schemas['GenerateRequest'];
/** The progress of a player. */
export type State = Schemas['PlayerProgress'];
/** A puzzle in a response. */
export type Grid = Schemas['GridResponse'];
export type House = Schemas['House'];
/** The picture of a rule. */
export type Decoration = Schemas['Decoration'];
export type Step = Schemas['StepResponse'];
export type Highlight = Schemas['Highlight'];
/** A mistake of the player. openapi-typescript ignores fields beside a `$ref`, such as `kind`. */
export type Mistake = Schemas['Mistake'] & { readonly kind: 'digit' | 'candidate' };
type WithMistakes<R> = Omit<R, 'mistakes'> & { readonly mistakes: readonly Mistake[] };
export type HintResponse = WithMistakes<Response<'hint'>>;
export type PathResponse = WithMistakes<Response<'path'>>;
export type Problem = Schemas['Problem'];
/** A format or a rule. */
export type Entry = Schemas['Entry'];

type Method = keyof paths extends `/v1/${infer Name}` ? Exclude<Name, 'render'> : never;

type Content<Body> = Body extends { content: { 'application/json': infer Json } } ? Json : never;

type Request<M extends Method> = Content<paths[`/v1/${M}`]['post']['requestBody']>;

type Response<M extends Method> = Content<paths[`/v1/${M}`]['post']['responses'][200]>;

/** The methods of an engine. */
export class Api {
  private readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** `ignores` drops rules that are not supported, instead of refusing the puzzle. */
  read(
    text: string,
    layout: LayoutRequest = {},
    limit = 20,
    ignores = false,
  ): Promise<Response<'read'>> {
    // The text shows the size.
    const { size: _, ...other } = layout;
    const ignored = ignores ? { ignore_unsupported: true } : {};
    return this.call('read', { text, layout: other, limit, ...ignored });
  }

  solve(puzzle: PuzzleRequest, signal?: AbortSignal): Promise<Response<'solve'>> {
    return this.call('solve', puzzle, signal);
  }

  /** Solves in the background, for a limited time. */
  async solveAside(puzzle: PuzzleRequest, limit: number): Promise<Response<'solve'>> {
    const signal = AbortSignal.timeout(limit);
    if (!this.engine.callAside) return this.solve(puzzle, signal);
    return (await this.engine.callAside('solve', puzzle, signal)) as Response<'solve'>;
  }

  /** Returns the module for workers that solve many lines, or null without one. */
  linesModule(): Promise<WebAssembly.Module> | null {
    return this.engine.fullModule?.() ?? null;
  }

  count(puzzle: PuzzleRequest, signal?: AbortSignal): Promise<Response<'count'>> {
    return this.call('count', puzzle, signal);
  }

  candidates(puzzle: PuzzleRequest, signal?: AbortSignal): Promise<Response<'candidates'>> {
    return this.call('candidates', puzzle, signal);
  }

  check(puzzle: PuzzleRequest): Promise<Response<'check'>> {
    return this.call('check', puzzle);
  }

  hint(request: Request<'hint'>, signal?: AbortSignal): Promise<HintResponse> {
    return this.explain('hint', request, signal) as Promise<HintResponse>;
  }

  path(request: Request<'path'>, signal?: AbortSignal): Promise<PathResponse> {
    return this.explain('path', request, signal) as Promise<PathResponse>;
  }

  rate(puzzle: Request<'rate'>, signal?: AbortSignal): Promise<Response<'rate'>> {
    return this.call('rate', puzzle, signal);
  }

  generate(request: GenerateRequest, signal?: AbortSignal): Promise<Response<'generate'>> {
    return this.call('generate', request, signal);
  }

  convert(request: Request<'convert'>): Promise<Response<'convert'>> {
    return this.call('convert', request);
  }

  async formats(): Promise<readonly Entry[]> {
    return (await this.call('formats', {})).formats;
  }

  async rules(): Promise<readonly Entry[]> {
    return (await this.call('rules', {})).rules;
  }

  /** Asks for explanations in the language of the page. */
  private explain<M extends 'hint' | 'path'>(
    method: M,
    request: Request<M>,
    signal?: AbortSignal,
  ): Promise<Response<M>> {
    return this.call(method, language === 'en' ? request : { ...request, language }, signal);
  }

  private call<M extends Method>(
    method: M,
    request: Request<M>,
    signal?: AbortSignal,
  ): Promise<Response<M>> {
    return this.engine.call(method, request, signal) as Promise<Response<M>>;
  }
}
