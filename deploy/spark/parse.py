"""Parses or tags text on a Spark cluster: partitions go through `eigentree`, and Parquet with the answers comes out.

    spark-submit parse.py INPUT OUTPUT --model en.model [--verb parse] [--partitions 64] [-- OPTIONS of eigentree]

INPUT is whatever Spark reads as lines of text, one sentence on each (`--column NAME` for a table of Parquet files).
OUTPUT is a new folder of Parquet files with a row for each line:

    file, line    where the sentence stood: the file, and a number that rises with its lines (not one after the other)
    text          the sentence as it was given
    tree          the best tree in brackets, or the tagged sentence; null where the line has no words, and for
                  dependencies, which `answer` has
    probability   mean probability of the tree's constituents, or of the tags; null where the model tells none
    answer        all that eigentree says, as JSON

Every executor needs Node and the `eigentree` command (`--command`, for example "npx eigentree"), and the model file under
the same path, or sent along with `--files en.model` and `--model en.model`. Nothing is kept between partitions: when an
executor dies, Spark runs its partitions again elsewhere, and every line is answered exactly once.
"""

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
import threading

SCHEMA = "file string, line bigint, text string, tree string, probability double, answer string"


def answers(command, lines):
    """What `command` answers to each line, in order. Raises with the program's own words when it fails."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)

        def feed():
            try:
                for line in lines:
                    process.stdin.write(line.encode("utf-8") + b"\n")
                process.stdin.close()
            except BrokenPipeError:
                pass  # it has ended early: its exit code says why

        feeder = threading.Thread(target=feed, daemon=True)
        feeder.start()
        try:
            for answer in process.stdout:
                yield answer.decode("utf-8")
            feeder.join()
            if process.wait() != 0:
                errors.seek(0)
                raise RuntimeError(errors.read().decode("utf-8", "replace").strip()[-2000:])
        finally:
            process.kill()
            process.wait()


def facts(answer):
    """Tree or tagged sentence of an answer, and how probable it is."""
    if answer.get("tags"):
        sure = answer.get("confidence")
        tagged = " ".join(f"{word}/{tag}" for word, tag in zip(answer["words"], answer["tags"]))
        return tagged, sum(sure) / len(sure) if sure else None
    spans = [span["probability"] for span in answer.get("spans", []) if not span.get("tag")]
    return answer.get("brackets"), sum(spans) / len(spans) if spans else None


def parser_of(command):
    """A function that answers the batches of a partition with one process."""

    def parse(batches):
        import pandas

        pending = []

        def lines():
            for batch in batches:
                for row in zip(batch["file"], batch["line"], batch["text"]):
                    pending.append(row)
                    yield row[2].replace("\r", " ").replace("\n", " ")

        rows = []
        count = 0
        for answer in answers(command, lines()):
            file, line, text = pending[count]
            pending[count] = None
            count += 1
            rows.append((file, line, text, *facts(json.loads(answer)), answer.rstrip("\n")))
            if len(rows) == 1000:
                yield pandas.DataFrame(rows, columns=COLUMNS)
                rows = []
        if count != len(pending):
            raise RuntimeError(f"{len(pending)} lines were given and {count} answered")
        if rows:
            yield pandas.DataFrame(rows, columns=COLUMNS)

    return parse


COLUMNS = [field.split()[0] for field in SCHEMA.split(", ")]


def main(words):
    own, more = (words[: words.index("--")], words[words.index("--") + 1 :]) if "--" in words else (words, [])
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("input")
    options.add_argument("output")
    options.add_argument("--model", required=True, help="the model file, as executors find it, or a name as en")
    options.add_argument("--verb", default="parse", choices=["parse", "tag"])
    options.add_argument("--command", default="eigentree", help="how executors start the program")
    options.add_argument("--column", help="the column of the text, for Parquet; lines of text files unless given")
    options.add_argument("--partitions", type=int, help="pieces of work; as Spark cuts the files unless given")
    given = options.parse_args(own)

    from pyspark.sql import SparkSession
    from pyspark.sql import functions as f

    spark = SparkSession.builder.appName(f"eigentree {given.verb}").getOrCreate()
    try:
        if given.column:
            read = spark.read.parquet(given.input).withColumnRenamed(given.column, "text")
        else:
            read = spark.read.text(given.input, lineSep="\n").withColumnRenamed("value", "text")
        numbered = read.where(f.col("text").isNotNull()).select(
            f.input_file_name().alias("file"), f.monotonically_increasing_id().alias("line"), "text"
        )
        if given.partitions:
            numbered = numbered.repartition(given.partitions, "line")
        command = shlex.split(given.command) + [given.verb, given.model, "-", "--input", "lines", "--json", "--quiet"]
        threads = ["--threads", "1"] if given.verb == "parse" else []
        numbered.mapInPandas(parser_of(command + threads + more), SCHEMA).write.parquet(given.output)
    finally:
        spark.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
