# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Run: /usr/bin/python3 fewer-transforms-than-weights.py
# Exits with 0 if a filter with one transform and two weights per point still crashes.
import signal
import subprocess
import sys

crash = """
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkPolyData
from vtkmodules.vtkCommonTransforms import vtkTransform
from vtkmodules.vtkFiltersHybrid import vtkWeightedTransformFilter
import numpy

mesh = vtkPolyData()
points = vtkPoints()
points.InsertNextPoint(1, 0, 0)
mesh.SetPoints(points)
for name, row in (("weights", numpy.array([[1, 0]], numpy.float32)), ("joints", numpy.zeros((1, 2), numpy.uint16))):
    added = numpy_to_vtk(row, deep=True)
    added.SetName(name)
    mesh.GetPointData().AddArray(added)
skin = vtkWeightedTransformFilter()
skin.SetInputData(mesh)
skin.SetWeightArray("weights")
skin.SetTransformIndexArray("joints")
skin.SetNumberOfTransforms(1)
skin.SetTransform(vtkTransform(), 0)
skin.Update()
"""
code = subprocess.run([sys.executable, "-c", crash], stderr=subprocess.DEVNULL).returncode
print(f"one transform, two weights a point: the process ends with {code}")
if code != -signal.SIGSEGV:
    raise SystemExit("it does not crash")
