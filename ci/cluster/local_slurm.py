# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""A local Slurm: a controller and some nodes on the loopback device, as an ordinary user, with their own key; and faults of
them."""
import ctypes
import os
import pathlib
import pwd
import secrets
import signal
import socket
import subprocess
import time

CONFIGURATION = (pathlib.Path(__file__).parent / "slurm.conf.in").read_text()


def free_ports(count):
    """This many adjacent free ports."""
    for first in range(17000, 60000, 100):
        sockets = []
        try:
            for port in range(first, first + count):
                sockets.append(socket.socket())
                sockets[-1].bind(("127.0.0.1", port))
            return first
        except OSError:
            continue
        finally:
            for each in sockets:
                each.close()
    raise RuntimeError("no free ports")


def read_or_nothing(process, file):
    """A file of a process in /proc; nothing if the process has ended or belongs to another user."""
    try:
        return (pathlib.Path("/proc") / str(process) / file).read_bytes()
    except OSError:
        return b""


CHILDREN_OF_THE_DEAD = 36  # PR_SET_CHILD_SUBREAPER: orphans become children of this process, and remain until it waits for them
TICK = os.sysconf("SC_CLK_TCK")


def own_seconds(process):
    """Processor seconds of a process without those of its children; also of an ended process that nothing has waited for."""
    fields = read_or_nothing(process, "stat").decode(errors="replace").rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / TICK if fields else 0.0


def processes():
    return [int(entry.name) for entry in pathlib.Path("/proc").iterdir() if entry.name.isdigit()]


def parent_and_name(process):
    name, _, rest = read_or_nothing(process, "stat").decode(errors="replace").partition("(")[2].rpartition(")")
    return (int(rest.split()[1]), name) if rest else (0, "")


class LocalSlurm:
    """with LocalSlurm(folder, 4) as cluster: sbatch and other commands need cluster.environment."""

    def __init__(self, folder, nodes):
        self.folder, self.nodes = pathlib.Path(folder), [f"n{i + 1}" for i in range(nodes)]
        self.running = {}
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}

    def __enter__(self):
        try:
            socket.gethostbyname(socket.gethostname())
        except OSError as error:
            raise RuntimeError(f"{socket.gethostname()} is not in /etc/hosts: Slurm's steps would hang") from error
        ctypes.CDLL(None).prctl(CHILDREN_OF_THE_DEAD, 1, 0, 0, 0)
        self.folder.mkdir()
        (self.folder / "state").mkdir()
        port = free_ports(len(self.nodes) + 1)
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname(), user=pwd.getpwuid(os.getuid()).pw_name, folder=self.folder, port=port,
            nodes=len(self.nodes), first=port + 1, last=port + len(self.nodes)))
        key = self.folder / "munge.key"
        key.touch(0o600)
        key.write_bytes(secrets.token_bytes(128))
        try:
            self.start_all(key)
        except BaseException:
            self.__exit__()
            raise
        return self

    def start_all(self, key):
        self.start("munged", "munged", "--foreground", "--force", f"--key-file={key}", f"--socket={self.folder}/munge.socket",
                   f"--pid-file={self.folder}/munged.pid", f"--log-file={self.folder}/munged.log",
                   f"--seed-file={self.folder}/munged.seed")
        self.start_controller()
        for node in self.nodes:
            self.start_node(node)
        self.wait_until(lambda: self.states() == ["idle"] * len(self.nodes), 60, "all nodes are idle")

    def __exit__(self, *_):
        for node in self.nodes:
            self.kill_node(node)
        for name in list(self.running):
            self.stop(name, signal.SIGTERM if name == "munged" else signal.SIGKILL)

    def start(self, name, *command):
        with open(self.folder / f"{name}.out", "ab") as out:
            self.running[name] = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                                  env=self.environment, start_new_session=True)

    def stop(self, name, how):
        process = self.running.pop(name, None)
        if process is not None:
            process.send_signal(how)
            process.wait()

    def start_controller(self):
        self.start("slurmctld", "slurmctld", "-D")

    def restart_controller(self):
        self.stop("slurmctld", signal.SIGKILL)
        self.start_controller()

    def start_node(self, node):
        self.start(node, "slurmd", "-D", "-N", node)

    def seconds_of_daemons(self):
        """Processor seconds of controller, nodes and munge so far."""
        return sum(own_seconds(process.pid) for process in self.running.values())

    def seconds_of_steps(self):
        """Processor seconds of all supervisors that have ended since the last call, without those of their tasks."""
        ended = [process for process in processes() if parent_and_name(process) == (os.getpid(), "slurmstepd")]
        seconds = 0.0
        for process in ended:
            os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
            seconds += own_seconds(process)
            os.waitpid(process, 0)
        return seconds

    def tasks_of(self, node):
        """The processes of jobs on a node, supervisors first."""
        mark = f"SLURMD_NODENAME={node}".encode()
        tasks = [process for process in processes() if mark in read_or_nothing(process, "environ").split(b"\0")]
        above = {parent_and_name(process)[0] for process in tasks}
        return [process for process in above if parent_and_name(process)[1].startswith("slurmstepd")] + tasks

    def runs(self, node, word):
        """True if a task of the node has this word in its command."""
        return any(word.encode() in read_or_nothing(process, "cmdline").split(b"\0") for process in self.tasks_of(node))

    def kill_node(self, node):
        """Kills the node like a power failure: its daemon and all its processes."""
        tasks = self.tasks_of(node)
        self.stop(node, signal.SIGKILL)
        for process in tasks:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        return len(tasks)

    def ask(self, *command):
        return subprocess.run(command, capture_output=True, text=True, env=self.environment, check=False).stdout

    def states(self):
        return self.ask("sinfo", "-h", "-N", "-o", "%t").split()

    def wait_until(self, is_so, seconds, what):
        until = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > until:
                logs = "".join(file.read_text()[-2000:] for file in self.folder.glob("*.log"))
                raise TimeoutError(f"waited {seconds} s until {what}\n{logs}")
            time.sleep(0.2)
