/** Connection strings of Spark Connect. */
import { describe, expect, test } from "vitest";
import { OptionError } from "../../src/base/index.ts";
import { parseConnection } from "../../src/cluster/index.ts";

describe("a connection string", () => {
  test("names host, port, token, TLS, user, session and headers", () => {
    const id = "8cc8f9b4-0f42-4d21-b5e4-2bb4a1f5a6ce";
    const text = `sc://spark.example.org:443/;use_ssl=true;token=a%3Bb;user_id=ann;session_id=${id};x-cluster=7`;
    expect(parseConnection(text)).toEqual({
      host: "spark.example.org",
      port: 443,
      secure: true,
      token: "a;b",
      userId: "ann",
      sessionId: id,
      headers: { "x-cluster": "7" },
    });
    expect(parseConnection("sc://localhost")).toMatchObject({ host: "localhost", port: 15002, secure: false });
    expect(parseConnection("sc://[::1]:15002/")).toMatchObject({ host: "[::1]", port: 15002 });
  });

  test("a token is sent with TLS, and without it to this machine only", () => {
    expect(parseConnection("sc://spark.example.org/;token=x").secure).toBe(true);
    expect(parseConnection("sc://127.0.0.1/;token=x").secure).toBe(false);
    expect(() => parseConnection("sc://spark.example.org/;token=x;use_ssl=false")).toThrow("with TLS only");
  });

  test.each([
    ["spark://host", "this is no such address"],
    ["sc://", "this is no such address"],
    ["sc://host:99999", "the port is 99999"],
    ["sc://host/;token", "has no name and value"],
    ["sc://host/;use_ssl=yes", "use_ssl is yes"],
    ["sc://host/;session_id=1", "session_id is no UUID"],
    ["sc://host/;token=%zz", "the value of token has a %"],
  ])("%s is refused", (text, reason) => {
    expect(() => parseConnection(text)).toThrow(OptionError);
    expect(() => parseConnection(text)).toThrow(reason);
  });

  test("a sentence about it never repeats a token", () => {
    for (const text of ["http://h/;token=secret", "sc://h:0/;token=secret", "sc://h/;use_ssl=yes;token=secret"]) {
      expect(() => parseConnection(text)).toThrow(OptionError);
      expect(() => parseConnection(text)).not.toThrow(/secret/);
    }
  });
});
