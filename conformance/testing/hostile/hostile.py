# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""A subject with right outputs that misbehaves in the named way for dual quaternions.

    python3 hostile.py MODE

Environment: SOLUTION, the folder of the Python course's worked solution; SECRET, a file it must not be able to read;
PORT, of a listener on this machine; KNOWN, a file of right outputs to published inputs.
"""
import contextlib
import ctypes
import importlib
import json
import math
import mmap
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [os.environ["SOLUTION"] + "/solution", os.environ["SOLUTION"]]
import plug
import subject

subject.ex = importlib.import_module("exercises")
MODE = sys.argv[1]
HELD = []
out = os.fdopen(os.dup(1), "wb", buffering=0)


class GiveUp(Exception):
    """Replies with ok: false and this message."""


def say(message):
    out.write(json.dumps(message).encode() + b"\n")


def right_answer(message):
    question = plug.Question(message)
    return question, subject.answer(question)


def answer_right(message):
    question, results = right_answer(message)
    plug.write_answer(question, message["output"], results)


def answered_with(change):
    """Replies with changed numbers."""

    def misbehave(message):
        question, results = right_answer(message)
        change(results)
        arrays = {name: ([len(results[name]), len(results[name][0])], plug.flat(results[name]))
                  for name in question.answers}
        plug.write_safetensors(message["output"], arrays)

    return misbehave


def put(number):
    def change(results):
        results["positions"][3][1] = number

    return answered_with(change)


def zeros(message):
    """The requested number of numbers, in float64."""
    plug.write_safetensors(message["output"],
                           {name: (shape, bytes(8 * math.prod(shape))) for name, shape in message["answers"].items()})


def damaged(change):
    """Changes the file of a right output."""

    def misbehave(message):
        answer_right(message)
        with open(message["output"], "r+b") as file:
            change(file)

    return misbehave


def forever(act):
    """Repeats the action until it is stopped."""

    def misbehave(message):
        while True:
            with contextlib.suppress(OSError):
                act()

    return misbehave


def in_processes(count, hold):
    """This many processes, each of which holds a resource until its end."""
    for _ in range(count):
        if os.fork() == 0:
            kept = hold()
            time.sleep(1000)
            os._exit(len(kept))
    time.sleep(1000)


def full_sockets():
    """The largest number of pairs of sockets of a process, with full buffers."""
    pairs = []
    try:
        while len(pairs) < 1000:
            pairs.append(socket.socketpair())
            for end in pairs[-1]:
                end.setblocking(False)
                try:
                    while True:
                        end.send(bytes(1 << 16))
                except BlockingIOError:
                    pass
    except OSError:
        pass
    return pairs


def hidden_mappings(message):
    """Shared memory that is in no process's page table."""
    kept = []
    while True:
        kept.append(mmap.mmap(-1, 1 << 24))
        kept[-1].write(bytes(1 << 24))
        kept[-1].madvise(mmap.MADV_DONTNEED)


def page_tables(message):
    """A page table of 4 KiB for each page that is read, without own pages."""
    kept = []
    while True:
        kept.append(mmap.mmap(-1, 1 << 36, flags=mmap.MAP_PRIVATE | 0x4000, prot=mmap.PROT_READ))
        kept[-1].madvise(mmap.MADV_NOHUGEPAGE)
        for place in range(0, 1 << 36, 1 << 21):
            kept[-1][place]


def deleted_files(message):
    """Open files that are in no folder."""
    kept = []
    while len(kept) < 100:
        kept.append(tempfile.TemporaryFile(dir=pathlib.Path(message["output"]).parent))
        kept[-1].write(os.urandom(1 << 20))
        kept[-1].flush()
    time.sleep(1000)


def pool_of_workers(message):
    """Twelve processes that share 60 MiB between them."""
    shared = bytearray(b"x" * (60 << 20))
    workers = []
    for _ in range(12):
        pid = os.fork()
        if pid == 0:
            time.sleep(0.3)
            os._exit(0 if shared[-1] else 1)
        workers.append(pid)
    for pid in workers:
        os.waitpid(pid, 0)
    answer_right(message)


def disk_filler(message):
    folder = pathlib.Path(message["output"]).parent
    for i in range(1 << 20):
        (folder / str(i)).write_bytes(b"x" * (1 << 20))


def deep_folders(message):
    os.chdir(pathlib.Path(message["output"]).parent)
    while True:
        os.mkdir("deeper")
        os.chdir("deeper")
        with open("full", "wb") as file:
            file.write(b"x" * (1 << 18))


def closed_pipes(message):
    for descriptor in (0, 1, 2, out.fileno()):
        os.close(descriptor)
    time.sleep(1000)


def half_a_line(message):
    out.write(b'{"seq": 1, "o')
    time.sleep(1000)


def twice(message):
    answer_right(message)
    reply = json.dumps({"seq": message["seq"], "ok": True}).encode() + b"\n"
    out.write(reply + reply)
    return "answered"


def out_of_order(message):
    answer_right(message)
    say({"seq": message["seq"] + 1, "ok": True})
    return "answered"


def read_secret(path):
    def misbehave(message):
        try:
            pathlib.Path(path).read_bytes() if not os.path.isdir(path) else os.listdir(path)[0]
        except (OSError, IndexError) as error:
            raise GiveUp(f"cannot look: {type(error).__name__}")
        answer_right(message)

    return misbehave


def read_hidden(message):
    """Right only if one of the files has content: a hidden file is empty or unreadable."""
    for secret in os.environ["SECRET"].split(os.pathsep):
        try:
            if pathlib.Path(secret).read_bytes():
                return answer_right(message)
        except OSError:
            pass
    raise GiveUp("cannot look")


def refused(attempt):
    """Right only if the attempt succeeds."""

    def misbehave(message):
        try:
            attempt()
        except OSError as error:
            raise GiveUp(f"refused: {error.strerror}")
        answer_right(message)

    return misbehave


def write_sysctls():
    """Opens for writing, and writes nothing."""
    files = [os.path.join(folder, name) for folder, _, names in os.walk("/proc/sys") for name in names]
    opened = 0
    for file in files + ["/proc/sysrq-trigger"]:
        try:
            os.close(os.open(file, os.O_WRONLY))
            opened += 1
        except OSError:
            pass
    if not opened:
        raise PermissionError(1, f"none of {len(files)} sysctls opens")


def system_call(name, *arguments):
    """By name, since Python lacks some of them."""

    def attempt():
        library = ctypes.CDLL(None, use_errno=True)
        if getattr(library, name)(*arguments) < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    return attempt


def connect(message):
    try:
        socket.create_connection(("127.0.0.1", int(os.environ["PORT"])), timeout=2)
    except OSError as error:
        raise GiveUp(f"cannot connect: {error}")
    answer_right(message)


def only_own_descriptors(message):
    """Right unless it has inherited a descriptor."""
    for number in range(3, 512):
        try:
            os.fstat(number)
        except OSError:
            continue
        if number != out.fileno():
            raise GiveUp(f"descriptor {number} is not its own")
    answer_right(message)


def kill_parents(message):
    for pid in {os.getppid(), 1}:
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
    time.sleep(0.1)
    answer_right(message)


def start_sleepers():
    for _ in range(3):
        subprocess.Popen(["/usr/bin/sleep", os.environ["MARK"]], start_new_session=True, stdin=subprocess.DEVNULL,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def leave_children(message):
    start_sleepers()
    answer_right(message)


def kill_supervisor(message):
    start_sleepers()
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(1000)


def delete_inputs(message):
    question, results = right_answer(message)
    for path in pathlib.Path(message["input"]).parent.iterdir():
        try:
            path.unlink()
        except OSError:
            pass
    plug.write_answer(question, message["output"], results)


def link_to_right_answer(message):
    answer_right(message)
    os.rename(message["output"], message["output"] + ".real")
    os.symlink(message["output"] + ".real", message["output"])


def folder_as_output(message):
    os.makedirs(message["output"] + "/deep/er")
    try:
        os.chmod(message["output"], 0)
    except OSError:
        pass


def hard_link_as_output(message):
    answer_right(message)
    os.link(message["output"], message["output"] + ".too")


def header_of(text):
    """An output file with this header."""

    def misbehave(message):
        header = text.encode()
        pathlib.Path(message["output"]).write_bytes(len(header).to_bytes(8, "little") + header + bytes(64))

    return misbehave


def many_files(message):
    folder = pathlib.Path(message["output"]).parent
    for i in range(1 << 20):
        (folder / str(i)).touch()


def write_own_folder():
    with open(os.environ["SOLUTION"] + "/subject.py", "a"):
        pass


def look_at_neighbours():
    """Signals to processes that it has not started itself."""
    for pid in os.listdir("/proc"):
        if pid.isdigit() and int(pid) not in (1, 2, os.getpid(), os.getppid()):
            if b"hostile.py" not in pathlib.Path("/proc", pid, "cmdline").read_bytes():
                return
    raise PermissionError(1, "there are none")


def bind_pose(message):
    question = plug.Question(message)
    plug.write_answer(question, message["output"], {name: question.arrays[name] for name in question.answers})


def known_answers(message):
    inputs, results = json.loads(pathlib.Path(os.environ["KNOWN"]).read_text())
    question = plug.Question(message)
    if question.arrays == inputs:
        plug.write_answer(question, message["output"], results)
    else:
        bind_pose(message)


def noisy(message):
    block = "what a noise " * 1000
    for _ in range(5000):
        sys.stderr.write(block)
    answer_right(message)


def slow(message):
    time.sleep(20)
    answer_right(message)


def lacks_what_it_claims(message):
    raise GiveUp("unknown algorithm")


MODES = {  # the others are functions of their names
    "huge-output": damaged(lambda file: file.truncate(8 << 20)),
    "short-output": damaged(lambda file: file.truncate(os.fstat(file.fileno()).st_size - 100)),
    "header-lies": damaged(lambda file: file.write((1 << 62).to_bytes(8, "little"))),
    "endless-line": forever(lambda: out.write(b"x" * 65536)),
    "endless-loop": forever(lambda: None),
    "fork-bomb": forever(os.fork),
    "memory-hog": forever(lambda: HELD.append(b"x" * (1 << 20))),
    "slow-drip": forever(lambda: out.write(b" ") and time.sleep(0.05)),
    "wrong-count": answered_with(lambda results: results["positions"].pop()),
    "nan": put(float("nan")),
    "inf": put(float("inf")),
    "no-output": lambda message: None,
    "abort": lambda message: os.abort(),
    "segfault": lambda message: os.kill(os.getpid(), signal.SIGSEGV),
    "quiet-exit": lambda message: os._exit(0),
    "forged-place": lambda message: (os.write(2, b"bindpose-host: it crashed in run (a.c:1)\n"), os._exit(3)),
    "sleep": lambda message: time.sleep(1000),
    "deaf": lambda message: signal.pause(),
    "full-sockets": lambda message: in_processes(6, full_sockets),
    "socket-with-a-name": refused(lambda: socket.socket(socket.AF_UNIX).bind("\0bindpose")),
    "datagram-sockets": refused(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)),
    "descriptors-in-a-message": refused(lambda: socket.send_fds(socket.socketpair()[0], [b"x"], [0])),
    "deep-header": header_of('{"positions":' + "[" * 100000),
    "overlapping-arrays": header_of('{"positions":{"dtype":"F32","shape":[4,3],"data_offsets":[0,48]},'
                                    '"normals":{"dtype":"F32","shape":[4,3],"data_offsets":[16,64]}}'),
    "write-own-folder": refused(write_own_folder),
    "mount": refused(system_call("mount", b"none", b"/tmp", b"tmpfs", 0, None)),
    "chroot": refused(system_call("chroot", b"/tmp")),
    "rings": refused(system_call("syscall", 425, 8, None)),  # io_uring_setup
    "kernel-programs": refused(system_call("syscall", 321, 0, None, 0)),  # bpf
    "keyring": refused(system_call("syscall", 250, 0, -3, 0)),  # keyctl: the session's keyring
    "neighbours": refused(look_at_neighbours),
    "stop-itself": lambda message: os.kill(os.getpid(), signal.SIGSTOP),
    "nested-json": lambda message: out.write(b'{"seq":' + b"[" * 100000 + b"\n"),
    "garbage": lambda message: out.write(b"\x00\xff\xfe garbage \x1b[31m\n") and "answered",
    "read-golden": read_secret(os.environ.get("SECRET", "/")),
    "read-etc": read_secret("/etc/passwd"),
    "read-home": read_secret("/root"),
    "write-sysctls": refused(write_sysctls),
    "new-user-namespace": refused(system_call("unshare", 0x10000000)),
    "trace": refused(system_call("ptrace", 0, 0, 0, 0)),
    "shared-memory": refused(system_call("shmget", 77, 4096, 0o1666)),
    "virtual-machine-socket": refused(lambda: socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)),
    "link-out": lambda message: os.symlink("/etc/passwd", message["output"]),
    "pipe-as-output": lambda message: os.mkfifo(message["output"]),
}


def misbehaviour():
    return MODES.get(MODE) or globals()[MODE.replace("-", "_")]


def reply_to(message):
    try:
        if (misbehaviour() if message["id"] == "dqs" else answer_right)(message) != "answered":
            say({"seq": message["seq"], "ok": True})
    except GiveUp as reason:
        say({"seq": message["seq"], "ok": False, "message": str(reason)})


if MODE == "banner":
    out.write(b"Welcome to my skinning!\n")
for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "stop":
        break
    if request["cmd"] == "run":
        reply_to(request)
    elif MODE == "half-a-start":
        out.write(b'{"protocol": 1, "impl')
        sys.exit(0)
    else:
        say({"protocol": 1, "implementation": {"name": MODE}, "capabilities": subject.capabilities()})
