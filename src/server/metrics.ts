/** Counters in the text format of Prometheus (version 0.0.4). Labels come from fixed lists, never from requests. */

/** Upper ends of the histogram of times, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Times {
  readonly buckets: number[];
  sum: number;
  count: number;
}

export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #times = new Map<string, Times>();
  readonly #words = new Map<string, number>();
  /** Values that are read when somebody asks. */
  readonly #gauges: {
    readonly name: string;
    readonly help: string;
    readonly type: string;
    readonly read: () => number;
  }[] = [];

  gauge(name: string, help: string, read: () => number, type: "gauge" | "counter" = "gauge"): void {
    this.#gauges.push({ name, help, type, read });
  }

  request(route: string, status: number, seconds: number): void {
    const key = `route="${route}",status="${status}"`;
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
    let times = this.#times.get(route);
    if (times === undefined) this.#times.set(route, (times = { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 }));
    for (const [i, end] of BUCKETS.entries()) if (seconds <= end) times.buckets[i]!++;
    times.sum += seconds;
    times.count++;
  }

  words(verb: string, count: number): void {
    this.#words.set(verb, (this.#words.get(verb) ?? 0) + count);
  }

  toString(): string {
    const lines: string[] = [];
    const head = (name: string, help: string, type: string) =>
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    head("eigentree_requests_total", "Requests answered, by route and status.", "counter");
    for (const [labels, count] of this.#requests) lines.push(`eigentree_requests_total{${labels}} ${count}`);
    head("eigentree_request_seconds", "Time from a request's head to its answer.", "histogram");
    for (const [route, { buckets, sum, count }] of this.#times) {
      const line = (end: string, value: number) =>
        lines.push(`eigentree_request_seconds_bucket{route="${route}",le="${end}"} ${value}`);
      for (const [i, end] of BUCKETS.entries()) line(String(end), buckets[i]!);
      line("+Inf", count);
      lines.push(`eigentree_request_seconds_sum{route="${route}"} ${sum}`);
      lines.push(`eigentree_request_seconds_count{route="${route}"} ${count}`);
    }
    head("eigentree_words_total", "Words of sentences that were worked on, by verb.", "counter");
    for (const [verb, count] of this.#words) lines.push(`eigentree_words_total{verb="${verb}"} ${count}`);
    for (const { name, help, type, read } of this.#gauges) {
      head(name, help, type);
      lines.push(`${name} ${read()}`);
    }
    return `${lines.join("\n")}\n`;
  }
}
