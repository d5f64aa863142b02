# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# What adapters in GDScript have in common: the conversation with the judge. The script subject.gd of the folder that SUBJECT names has
# about(), and for each algorithm a function of the question's arrays, all of them flat, that returns the numbers.
extends SceneTree

const UNITS = {"scale_inheritance": ["with-shear"], "rotations": ["kept-unit"]}
const CAPABILITIES = [
	{"algorithm": "fk.matrix", "levels": ["pose"], "options": UNITS},
	{"algorithm": "skeleton.inverse-bind", "levels": ["pose"]},
	{"algorithm": "skeleton.palette", "levels": ["pose"]},
	{"algorithm": "interp.lerp", "levels": ["pose"], "options": {"range": ["any"]}},
	{"algorithm": "interp.slerp", "levels": ["pose"]},
	{"algorithm": "anim.step", "levels": ["pose"]},
	{"algorithm": "anim.linear", "levels": ["pose"]},
]

var subject = load("res://%s/subject.gd" % OS.get_environment("SUBJECT")).new()

func _init():
	while true:
		var lines = []
		OS.execute("sh", ["adapter.sh", "ask"], true, lines)
		var message = JSON.parse(lines[0]).result
		if message == null or message.cmd == "stop":
			break
		tell(start() if message.cmd == "start" else run(message))
	quit()

func tell(reply):
	var path = OS.get_environment("TMPDIR") + "/reply"
	var file = File.new()
	file.open(path, File.WRITE)
	file.store_line(JSON.print(reply))
	file.close()
	OS.execute("sh", ["adapter.sh", "tell", path], true)

func start():
	return {"protocol": 1, "implementation": subject.about(), "capabilities": CAPABILITIES}

func run(message):
	var arrays = read_arrays(message.input)
	var answers = subject.call("answer_" + message.id.replace(".", "_").replace("-", "_"), arrays)
	write_array(message.output, message.answers.keys()[0], message.answers.values()[0], answers)
	return {"seq": message.seq, "ok": true}

# --- safetensors: the length of the header, the header in JSON, the numbers ---

func read_arrays(path):
	var file = File.new()
	file.open(path, File.READ)
	var length = file.get_64()
	var header = JSON.parse(file.get_buffer(length).get_string_from_utf8()).result
	var arrays = {}
	for name in header:
		if name != "__metadata__":
			file.seek(8 + length + int(header[name].data_offsets[0]))
			var count = (header[name].data_offsets[1] - header[name].data_offsets[0]) / 4
			var numbers = []
			for _i in range(count):
				numbers.append(signed(file.get_32()) if header[name].dtype == "I32" else file.get_float())
			arrays[name] = numbers
	file.close()
	return arrays

func signed(bits):
	return bits - (1 << 32) if bits >= 1 << 31 else bits

func write_array(path, name, shape, numbers):
	var text = JSON.print({name: {"dtype": "F32", "shape": shape, "data_offsets": [0, 4 * numbers.size()]}})
	var file = File.new()
	file.open(path, File.WRITE)
	file.store_64(text.length())
	file.store_buffer(text.to_utf8())
	for number in numbers:
		file.store_float(number)
	file.close()
